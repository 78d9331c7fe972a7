package selftest

import "github.com/grindgate/grindgate/scenarios"

// progress tells of several measurements as if they were one.
type progress struct {
	inner  scenarios.Progress // nil: nobody listens
	before int                // steps of the measurements before
	steps  int                // of this one
}

func (p *progress) Total(steps int) {
	p.steps = steps
	if p.inner != nil {
		p.inner.Total(p.before + steps)
	}
}

func (p *progress) Step(what string) {
	if p.inner != nil {
		p.inner.Step(what)
	}
}

// next begins the next measurement.
func (p *progress) next() { p.before, p.steps = p.before+p.steps, 0 }
