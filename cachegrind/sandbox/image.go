//go:build linux

package sandbox

import (
	"debug/elf"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// auxRandom is AT_RANDOM of <linux/auxvec.h>: the key of the entry of the auxiliary
// vector that holds the address of 16 random bytes. golang.org/x/sys/unix lacks it.
const auxRandom = 25

// image is what kind of executable a process runs.
type image struct {
	class   elf.Class
	data    elf.Data
	machine uint16
}

func readImage(pid int) (image, error) {
	f, err := os.Open(fmt.Sprintf("/proc/%d/exe", pid))
	if err != nil {
		return image{}, err
	}
	defer f.Close()
	var header [elf.EI_NIDENT + 4]byte // e_ident, e_type, e_machine
	if _, err := io.ReadFull(f, header[:]); err != nil {
		return image{}, fmt.Errorf("read %s: %w", f.Name(), err)
	}
	if string(header[:len(elf.ELFMAG)]) != elf.ELFMAG {
		return image{}, fmt.Errorf("read %s: not an ELF file", f.Name())
	}
	i := image{class: elf.Class(header[elf.EI_CLASS]), data: elf.Data(header[elf.EI_DATA])}
	i.machine = i.order().Uint16(header[elf.EI_NIDENT+2:])
	return i, nil
}

func (i image) order() binary.ByteOrder {
	if i.data == elf.ELFDATA2MSB {
		return binary.BigEndian
	}
	return binary.LittleEndian
}

// randomAddress finds the address of the 16 bytes in an auxiliary vector, which is
// pairs of key and value, each a word of the image.
func (i image) randomAddress(auxv []byte) (uint64, error) {
	word := func(b []byte) uint64 { return i.order().Uint64(b) }
	size := 8
	if i.class == elf.ELFCLASS32 {
		word = func(b []byte) uint64 { return uint64(i.order().Uint32(b)) }
		size = 4
	}
	for ; len(auxv) >= 2*size; auxv = auxv[2*size:] {
		if word(auxv) == auxRandom {
			return word(auxv[size:]), nil
		}
	}
	return 0, errors.New("the auxiliary vector has no AT_RANDOM")
}

// writeRandom replaces the random bytes that the kernel has given to a process which
// is stopped in an exec.
func (i image) writeRandom(pid int, random [16]byte) error {
	auxv, err := os.ReadFile(fmt.Sprintf("/proc/%d/auxv", pid))
	if err != nil {
		return err
	}
	address, err := i.randomAddress(auxv)
	if err != nil {
		return err
	}
	m, err := openMemory(pid, unix.O_WRONLY)
	if err != nil {
		return err
	}
	defer m.close()
	if _, err := m.write(random[:], address); err != nil {
		return fmt.Errorf("write the memory of process %d: %w", pid, err)
	}
	return nil
}
