package regress

import (
	"github.com/grindgate/grindgate/cachegrind"
	"github.com/grindgate/grindgate/results"
)

// Method is how samples become a cost.
type Method struct {
	Model     cachegrind.Model
	Metric    string  // results.MetricIr, or nothing: the cost of Model
	Threshold float64 // of the scenario, as a ratio: functions of half of it have a name
}

// Cost returns what counts cost, in units of the metric. Counts that cannot be are an
// error whatever the metric.
func (m Method) Cost(c cachegrind.Counts) (float64, error) {
	cost, err := m.Model.Cost(c)
	if err == nil && m.Metric == results.MetricIr {
		cost = float64(c[cachegrind.Ir])
	}
	return cost, err
}

// named is the share of the cost from which on a function has a name.
func (m Method) named() float64 {
	if m.Threshold > 0 {
		return min(results.Named, m.Threshold/2)
	}
	return results.Named
}
