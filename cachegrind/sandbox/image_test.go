//go:build linux

package sandbox

import (
	"debug/elf"
	"encoding/binary"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestRandomAddress(t *testing.T) {
	wide := func(order binary.AppendByteOrder, words ...uint64) (b []byte) {
		for _, w := range words {
			b = order.AppendUint64(b, w)
		}
		return b
	}
	narrow := func(order binary.AppendByteOrder, words ...uint32) (b []byte) {
		for _, w := range words {
			b = order.AppendUint32(b, w)
		}
		return b
	}
	little, big := binary.LittleEndian, binary.BigEndian
	tests := []struct {
		name  string
		class elf.Class
		data  elf.Data
		auxv  []byte
		want  uint64
		err   string
	}{
		{"64 little", elf.ELFCLASS64, elf.ELFDATA2LSB, wide(little, 6, 4096, 25, 0x7fff12345678, 0, 0), 0x7fff12345678, "<nil>"},
		{"64 big", elf.ELFCLASS64, elf.ELFDATA2MSB, wide(big, 6, 4096, 25, 0x7fff12345678, 0, 0), 0x7fff12345678, "<nil>"},
		{"32 little", elf.ELFCLASS32, elf.ELFDATA2LSB, narrow(little, 6, 4096, 25, 0xff345678, 0, 0), 0xff345678, "<nil>"},
		{"32 big", elf.ELFCLASS32, elf.ELFDATA2MSB, narrow(big, 6, 4096, 25, 0xff345678, 0, 0), 0xff345678, "<nil>"},
		{"a value is not a key", elf.ELFCLASS64, elf.ELFDATA2LSB, wide(little, 6, 25, 0, 0), 0, "the auxiliary vector has no AT_RANDOM"},
		{"cut off", elf.ELFCLASS64, elf.ELFDATA2LSB, wide(little, 6, 4096, 25), 0, "the auxiliary vector has no AT_RANDOM"},
		{"empty", elf.ELFCLASS64, elf.ELFDATA2LSB, nil, 0, "the auxiliary vector has no AT_RANDOM"},
	}
	for _, test := range tests {
		got, err := image{class: test.class, data: test.data}.randomAddress(test.auxv)
		if diff := cmp.Diff(test.err, fmt.Sprint(err)); diff != "" {
			t.Errorf("%s: %s", test.name, diff)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s: %s", test.name, diff)
		}
	}
}
