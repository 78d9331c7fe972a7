package regress

import (
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// Symbols of programs built with gcc 12, rustc 1.95 and Go 1.26, of CPython and
// of glibc, by who made them.
func TestNormalName(t *testing.T) {
	for _, c := range []struct{ symbol, want string }{
		// C: copies that gcc makes, and nested functions.
		{"main", "main"},
		{"_int_free", "_int_free"},
		{"__memcpy_avx_unaligned_erms", "__memcpy_avx_unaligned_erms"},
		{"???", "???"},
		{"", ""},
		{"con.constprop.0", "con"},
		{"sum.constprop.0.isra.0", "sum"},
		{"sum.isra.0.cold", "sum"},
		{"sum.part.3", "sum"},
		{"main.cold", "main"},
		{"main.cold.12", "main"},
		{"table.lto_priv.0", "table"},
		{"sum.part.0.lto_priv.0.cold", "sum"},
		{"PyObject_Call.localalias", "PyObject_Call"},
		{"add.0", "add"},
		{"add.2351.constprop.1", "add"},
		{"walk.llvm.6449199413817117249", "walk"},
		{"memcpy.avx2", "memcpy.avx2"}, // of another processor: another function

		// CPython.
		{"_PyEval_EvalFrameDefault", "_PyEval_EvalFrameDefault"},
		{"_PyEval_EvalFrameDefault.cold", "_PyEval_EvalFrameDefault"},
		{"list_extend.constprop.0.isra.0", "list_extend"},
		{"unicode_decode_utf8.part.0.constprop.0", "unicode_decode_utf8"},

		// C++, whose lambdas are numbered in the order of the source.
		{"_ZN2ns12_GLOBAL__N_16hiddenEi", "ns::(anonymous namespace)::hidden(int)"},
		{"_ZL3chkiii.constprop.0", "chk(int, int, int)"},
		{"_ZN2ns5twiceIiEET_S1_", "int ns::twice<int>(int)"},
		{"_ZZ4mainENKUliE_clEi.constprop.0.isra.0", "main::{lambda(int)}::operator()(int) const"},
		{"_ZZ4mainENKUliE0_clEi.constprop.0.isra.0", "main::{lambda(int)}::operator()(int) const"},
		{
			"_ZN2ns4callIZZ4mainENKUliE0_clEiEUliE_EEiT_i.constprop.0",
			"int ns::call<main::{lambda(int)}::operator()(int) const::{lambda(int)}>(main::{lambda(int)}::operator()(int) const::{lambda(int)}, int)",
		},

		// Rust, legacy mangling: the hash is that of the crate and its version.
		{"_ZN4prog4main17h0123456789abcdefE", "prog::main"},
		{"_ZN4prog4main17hfedcba9876543210E", "prog::main"},
		{"_ZN4prog4main28_$u7b$$u7b$closure$u7d$$u7d$17h0123456789abcdefE", "prog::main::{{closure}}"},
		{"_ZN4prog14Stack$LT$T$GT$8push_all17h0123456789abcdefE", "prog::Stack<T>::push_all"},
		{"_ZN53_$LT$prog..Stack$LT$u32$GT$$u20$as$u20$prog..Area$GT$4area17h0123456789abcdefE", "<prog::Stack<u32> as prog::Area>::area"},
		{"_ZN4core3ptr42drop_in_place$LT$alloc..string..String$GT$17h0123456789abcdefE.llvm.16437982019496898025", "core::ptr::drop_in_place<alloc::string::String>"},

		// Rust, v0 mangling: crates have a hash, closures a number.
		{"_RNvCsj6psPaUi7io_4prog4main", "prog::main"},
		{"_RNCNvCsj6psPaUi7io_4prog4main0B3_", "prog::main::{closure}"},
		{"_RNCNvCsj6psPaUi7io_4prog4mains_0B3_", "prog::main::{closure}"},
		{"_RINvCsj6psPaUi7io_4prog4showReEB2_", "prog::show::<&str>"},
		{"_RINvCsj6psPaUi7io_4prog5applyNCNCNvB2_4mains_00EB2_", "prog::apply::<prog::main::{closure}::{closure}>"},
		{"_RNvMCsj6psPaUi7io_4progINtB2_5StackmE8push_allB2_", "<prog::Stack<u32>>::push_all"},
		{"_RNvXs_Csj6psPaUi7io_4progINtB4_5StackmENtB4_4Area4area", "<prog::Stack<u32> as prog::Area>::area"},
		{
			"_RINvNtCsgEmfK2I1SDS_4core3ptr13drop_in_placeNtNtCslNYArtu3iFV_5alloc6string6StringECsj6psPaUi7io_4prog.llvm.16437982019496898025",
			"core::ptr::drop_in_place::<alloc::string::String>",
		},

		// Go: functions and methods keep their names, whatever is in them.
		{"main.main", "main.main"},
		{"main.particle", "main.particle"},
		{"main.coldStart", "main.coldStart"},
		{"main.partition", "main.partition"},
		{"main.part", "main.part"},
		{"main.func1", "main.func1"}, // nobody's closure
		{"main.(*T).Method", "main.(*T).Method"},
		{"main.(*T).Method-fm", "main.(*T).Method-fm"},
		{"main.T.Value-fm", "main.T.Value-fm"},
		{"main.f.func1x", "main.f.func1x"},
		{"encoding/json.Marshal", "encoding/json.Marshal"},
		{"github.com/x/y.Z", "github.com/x/y.Z"},
		{"github.com/x/y.cold", "github.com/x/y.cold"},
		{"example.com/a.func1/b-range1/sub%2ev3.Z", "example.com/a.func1/b-range1/sub%2ev3.Z"},
		{"runtime.rt0_go.abi0", "runtime.rt0_go.abi0"},
		{"type:.eq.main.point", "type:.eq.main.point"},
		{"type:.eq.[3]main.point", "type:.eq.[3]main.point"},
		{"type..eq.main.point", "type..eq.main.point"}, // before Go 1.20
		{"_cgo_init", "_cgo_init"},

		// Go: closures, loop bodies and wrappers, numbered in the order of the source.
		{"main.main.func1", "main.main.func"},
		{"main.main.func12", "main.main.func"},
		{"main.main.func7.2.1.1", "main.main.func"},
		{"main.main.func7.2.deferwrap1", "main.main.func"},
		{"main.main.gowrap2", "main.main.func"},
		{"main.pair.deferwrap1", "main.pair.func"},
		{"main.pair-range2", "main.pair.func"},
		{"main.pair.func3-range1.2", "main.pair.func"},
		{"main.(*T).Method.func1", "main.(*T).Method.func"},
		{"main.glob..func1", "main.glob..func"}, // before Go 1.21
		{"runtime.(*p).destroy.freemcache.func2", "runtime.(*p).destroy.freemcache.func"},
		{"main.main.func1.sum.func2.1", "main.main.func.sum.func"}, // sum inlined into a closure
		{"example.com/x%2ey/z.Serve.func1", "example.com/x%2ey/z.Serve.func"},
		{"main.init", "main.init"},
		{"main.init.0", "main.init"},
		{"main.init.1", "main.init"},
		{"main.init.1.func1", "main.init.func"},
		{"main.init.func1", "main.init.func"},
		{"main.initial.1", "main.initial.1"},

		// Go: generic functions, by the shapes they were compiled for.
		{"slices.Collect[go.shape.int]", "slices.Collect[...]"},
		{"slices.SortFunc[go.shape.[]int,go.shape.int]", "slices.SortFunc[...]"},
		{"slices.SortFunc[go.shape.[][]int,go.shape.[]int]", "slices.SortFunc[...]"},
		{"slices.AppendSeq[go.shape.[]go.shape.[]int,go.shape.[]int]-range1", "slices.AppendSeq[...].func"},
		{"slices.pdqsortCmpFunc[go.shape.struct { main.a string; main.b float64; main.c interface {} }]", "slices.pdqsortCmpFunc[...]"},
		{"example.com/x.y/names/sub%2ev3.(*List[go.shape.map[string][]int]).Push", "example.com/x.y/names/sub%2ev3.(*List[...]).Push"},
		{"example.com/x.y/names/sub%2ev3.Twice[go.shape.[]int].func1", "example.com/x.y/names/sub%2ev3.Twice[...].func"},
		{"internal/poll.init.OnceValue[go.shape.bool].func4.1.1", "internal/poll.init.OnceValue[...].func"},
		{"main.Map[go.shape.int].Map[go.shape.[4]string].func2", "main.Map[...].Map[...].func"},
		{
			"type:.eq.sync/atomic.Pointer[internal/sync.entry[go.shape.interface {},go.shape.interface {}]]",
			"type:.eq.sync/atomic.Pointer[internal/sync.entry[...]]",
		},
		{"main.F[go.shape.[]int", "main.F[go.shape.[]int"}, // cut off
	} {
		if diff := cmp.Diff(c.want, NormalName(c.symbol)); diff != "" {
			t.Errorf("%s: %s", c.symbol, diff)
		}
	}
}

// FuzzNormalName checks that no symbol is too strange to have a name.
func FuzzNormalName(f *testing.F) {
	for _, symbol := range []string{
		"", ".", "_RC0", "[go.shape.", "a/b.[go.shape.]]", "_ZN", "_R", "main.init.0", "f.cold.constprop.1", "\xff.func1",
		"_ZN4prog4main17h0123456789abcdefE", "_RNCNvCsj6psPaUi7io_4prog4mains_0B3_", "_ZZ4mainENKUliE0_clEi",
	} {
		f.Add(symbol)
	}
	f.Fuzz(func(t *testing.T, symbol string) {
		name := NormalName(symbol)
		if symbol != "" && name == "" {
			t.Errorf("%q has no name", symbol)
		}
		if utf8.ValidString(symbol) && !utf8.ValidString(name) {
			t.Errorf("%q became %q", symbol, name)
		}
		if name != NormalName(symbol) {
			t.Errorf("%q has two names", symbol)
		}
	})
}
