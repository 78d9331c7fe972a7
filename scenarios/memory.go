package scenarios

import "github.com/grindgate/grindgate/cachegrind"

// model checks each weight beside the others' defaults, so that each fault gets
// its own line.
func (c *checker) model(model *cachegrind.Model, e modelEntry) {
	faults := len(c.faults)
	for _, weight := range []struct {
		key   string
		value *float64
		of    func(*cachegrind.Model) *float64
	}{
		{"l1", e.L1, func(m *cachegrind.Model) *float64 { return &m.L1 }},
		{"ll", e.LL, func(m *cachegrind.Model) *float64 { return &m.LL }},
		{"ram", e.RAM, func(m *cachegrind.Model) *float64 { return &m.RAM }},
	} {
		alone := cachegrind.DefaultModel()
		override(weight.of(&alone), weight.value)
		override(weight.of(model), weight.value)
		if err := alone.Validate(); err != nil {
			c.fault("model."+weight.key, "%v", err)
		}
	}
	if err := model.Validate(); err != nil && len(c.faults) == faults {
		c.fault("model", "%v", err)
	}
}

// cache checks each level beside the others' defaults, so that each fault gets
// its own line.
func (c *checker) cache(cache *cachegrind.Cache, e cacheEntry) {
	for _, level := range []struct {
		key  string
		text *string
		of   func(*cachegrind.Cache) *string
	}{
		{"I1", e.I1, func(c *cachegrind.Cache) *string { return &c.I1 }},
		{"D1", e.D1, func(c *cachegrind.Cache) *string { return &c.D1 }},
		{"LL", e.LL, func(c *cachegrind.Cache) *string { return &c.LL }},
	} {
		alone := cachegrind.DefaultCache()
		override(level.of(&alone), level.text)
		override(level.of(cache), level.text)
		if err := alone.Validate(); err != nil {
			c.fault("cache."+level.key, "cache: %v", err)
		}
	}
}

func override[T any](value *T, with *T) {
	if with != nil {
		*value = *with
	}
}
