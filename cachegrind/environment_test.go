package cachegrind

import (
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestEnvironment(t *testing.T) {
	t.Setenv("INHERITED", "never")
	t.Setenv("LD_PRELOAD", "")
	for _, test := range []struct {
		name    string
		lib     string // VALGRIND_LIB of this process
		command []string
		want    []string
	}{
		{"alone", "", nil, []string{
			"GLIBC_TUNABLES=glibc.cpu.hwcaps=-ERMS", "HOME=/h", "LC_ALL=C", "PATH=/usr/local/bin:/usr/bin:/bin", "TMPDIR=/t", "TZ=UTC",
		}},
		{"over it", "", []string{"Z=1", "TZ=CET", "A=x=y", "EMPTY=", "A=2"}, []string{
			"A=2", "EMPTY=", "GLIBC_TUNABLES=glibc.cpu.hwcaps=-ERMS", "HOME=/h", "LC_ALL=C", "PATH=/usr/local/bin:/usr/bin:/bin", "TMPDIR=/t", "TZ=CET", "Z=1",
		}},
		{"valgrind elsewhere", "/opt/valgrind", []string{"GLIBC_TUNABLES=glibc.malloc.check=3"}, []string{
			"GLIBC_TUNABLES=glibc.malloc.check=3:glibc.cpu.hwcaps=-ERMS", "HOME=/h", "LC_ALL=C", "PATH=/usr/local/bin:/usr/bin:/bin", "TMPDIR=/t", "TZ=UTC",
			"VALGRIND_LIB=/opt/valgrind",
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Setenv("VALGRIND_LIB", test.lib)
			if test.lib == "" {
				os.Unsetenv("VALGRIND_LIB")
			}
			if diff := cmp.Diff(test.want, environment(test.command, "/h", "/t")); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestWithoutERMS(t *testing.T) {
	for _, test := range []struct{ tunables, want string }{
		{"", "glibc.cpu.hwcaps=-ERMS"},
		{"glibc.malloc.check=3", "glibc.malloc.check=3:glibc.cpu.hwcaps=-ERMS"},
		{"glibc.cpu.hwcaps=-AVX2", "glibc.cpu.hwcaps=-ERMS,-AVX2"},
		{"glibc.cpu.hwcaps=", "glibc.cpu.hwcaps=-ERMS"},
		{":a=1::glibc.cpu.hwcaps=-AVX2,-BMI2:b=2:", "a=1:glibc.cpu.hwcaps=-ERMS,-AVX2,-BMI2:b=2"},
		{"glibc.cpu.hwcaps=-A:glibc.cpu.hwcaps=-B", "glibc.cpu.hwcaps=-ERMS,-A:glibc.cpu.hwcaps=-ERMS,-B"}, // the last one counts
		{"xglibc.cpu.hwcaps=-A", "xglibc.cpu.hwcaps=-A:glibc.cpu.hwcaps=-ERMS"},
	} {
		if diff := cmp.Diff(test.want, withoutERMS(test.tunables)); diff != "" {
			t.Error(diff)
		}
	}
}
