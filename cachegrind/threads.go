package cachegrind

// threadStarters are the functions in which Go's runtime and the C libraries ask
// the kernel for a thread.
var threadStarters = map[string]bool{
	"runtime.clone.abi0": true, // Go, without cgo
	"clone":              true, // glibc and musl
	"clone3":             true, // glibc since 2.34
	"__clone":            true,
	"__clone3":           true,
	"__clone_internal":   true,
}

// ThreadStarts returns the instructions that were spent in starting threads. It
// says nothing about how many there were, but of two runs of one program the one
// with more of them has started more threads. It is 0 where functions have no names.
func (p *Profile) ThreadStarts() uint64 {
	var n uint64
	for function, breakdown := range p.Functions {
		if threadStarters[function.Name] {
			n += breakdown.Counts[Ir]
		}
	}
	return n
}
