package cachegrind

import (
	"bytes"
	"errors"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func message(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestModelValidate(t *testing.T) {
	for _, c := range []struct {
		model Model
		want  string
	}{
		{DefaultModel(), ""},
		{Model{1, 0, 0}, ""},
		{Model{0, 0, 0.5}, ""},
		{Model{}, "model: l1, ll and ram are all 0; set at least one of them"},
		{Model{-1, 5, 35}, "model: l1 = -1 is not a finite number of 0 or more"},
		{Model{1, math.NaN(), 35}, "model: ll = NaN is not a finite number of 0 or more"},
		{Model{1, 5, math.Inf(1)}, "model: ram = +Inf is not a finite number of 0 or more"},
		{Model{-1, 5, -2}, "model: l1 = -1 is not a finite number of 0 or more\nmodel: ram = -2 is not a finite number of 0 or more"},
	} {
		if diff := cmp.Diff(c.want, message(c.model.Validate())); diff != "" {
			t.Errorf("%v: %s", c.model, diff)
		}
		if _, err := c.model.Cost(Counts{Ir: 1}); message(err) != c.want {
			t.Errorf("Cost with %v: got %v, want %s", c.model, err, c.want)
		}
	}
}

func TestModelCost(t *testing.T) {
	for _, c := range []struct {
		name   string
		model  Model
		counts Counts
		want   float64
		err    string
	}{
		{"nothing", DefaultModel(), Counts{}, 0, ""},
		// RAM = 3+5+7 = 15, LL = 10+20+30-15 = 45, L1 = 1000+200+100-45-15 = 1240.
		{"all three levels", DefaultModel(), Counts{1000, 10, 3, 200, 20, 5, 100, 30, 7}, 1240 + 5*45 + 35*15, ""},
		{"L1 alone", Model{L1: 1}, Counts{1000, 10, 3, 200, 20, 5, 100, 30, 7}, 1240, ""},
		{"LL alone", Model{LL: 1}, Counts{1000, 10, 3, 200, 20, 5, 100, 30, 7}, 45, ""},
		{"RAM alone", Model{RAM: 1}, Counts{1000, 10, 3, 200, 20, 5, 100, 30, 7}, 15, ""},
		{"everything missed", DefaultModel(), Counts{4, 4, 4, 3, 3, 3, 2, 2, 2}, 35 * 9, ""},
		{"branches cost nothing", DefaultModel(), Counts{Ir: 4, Bc: 2, Bcm: 1, Bi: 2, Bim: 2}, 4, ""},
		{"the largest counts", DefaultModel(), Counts{Ir: 1<<64 - 1}, 1 << 64, ""},

		{"I1mr", DefaultModel(), Counts{Ir: 1, I1mr: 2}, 0, "impossible counts: I1mr = 2 is more than Ir = 1; measure again"},
		{"ILmr", DefaultModel(), Counts{Ir: 9, I1mr: 1, ILmr: 2}, 0, "impossible counts: ILmr = 2 is more than I1mr = 1; measure again"},
		{"D1mr", DefaultModel(), Counts{Ir: 9, Dr: 1, D1mr: 2}, 0, "impossible counts: D1mr = 2 is more than Dr = 1; measure again"},
		{"DLmr", DefaultModel(), Counts{Ir: 9, Dr: 9, D1mr: 1, DLmr: 2}, 0, "impossible counts: DLmr = 2 is more than D1mr = 1; measure again"},
		{"D1mw", DefaultModel(), Counts{Ir: 9, Dw: 1, D1mw: 2}, 0, "impossible counts: D1mw = 2 is more than Dw = 1; measure again"},
		{"DLmw", DefaultModel(), Counts{Ir: 9, Dw: 9, D1mw: 1, DLmw: 2}, 0, "impossible counts: DLmw = 2 is more than D1mw = 1; measure again"},
		{"Bcm", DefaultModel(), Counts{Bc: 1, Bcm: 2}, 0, "impossible counts: Bcm = 2 is more than Bc = 1; measure again"},
		{"Bim", DefaultModel(), Counts{Bi: 1, Bim: 2}, 0, "impossible counts: Bim = 2 is more than Bi = 1; measure again"},
		{"accesses", DefaultModel(), Counts{Ir: 1<<64 - 1, Dw: 1}, 0, "impossible counts: Ir + Dr + Dw does not fit into 64 bits; measure again"},
		{"infinite", Model{L1: math.MaxFloat64}, Counts{Ir: 2}, 0, "model: the cost is not a finite number; make l1, ll and ram smaller"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := c.model.Cost(c.counts)
			if diff := cmp.Diff(c.err, message(err)); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestProfileCost(t *testing.T) {
	const missing = "no cost without I1mr, ILmr, Dr, D1mr, DLmr, Dw, D1mw, DLmw; measure with --cache-sim=yes"
	for _, c := range []struct {
		file string
		want float64
		err  string
	}{
		// RAM = 3+100+14 = 117, LL = 3+100+14-117 = 0, L1 = 3820+752+304-117 = 4759.
		{"cache.out", 4759 + 35*117, ""},
		{"all.out", 4759 + 35*117, ""},
		{"instructions.out", 0, missing},
		{"branch.out", 0, missing},
	} {
		t.Run(c.file, func(t *testing.T) {
			p, err := Parse(bytes.NewReader(fixture(t, c.file)), c.file)
			if err != nil {
				t.Fatal(err)
			}
			got, err := p.Cost(DefaultModel())
			if diff := cmp.Diff(c.err, message(err)); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
	p := Profile{Events: []Event{Ir, I1mr, ILmr, Dr, D1mr, DLmr, Dw, D1mw}}
	_, err := p.Cost(DefaultModel())
	if diff := cmp.Diff(errors.New("no cost without DLmw; measure with --cache-sim=yes").Error(), message(err)); diff != "" {
		t.Error(diff)
	}
}
