//go:build linux

package sandbox

import (
	"encoding/binary"
	"math/rand/v2"
	"sync"

	"golang.org/x/sys/unix"
)

// maxRandom is how much one getrandom returns at most: MAX_RW_COUNT of
// <linux/fs.h>, which is INT_MAX rounded down to a page of 4 KiB.
const maxRandom = 0x7ffff000

// chunk is how many bytes are made and written at a time.
const chunk = 64 << 10

// stream makes the bytes that getrandom returns. It is a stream, not the same bytes
// every time, so that a program which asks until it has found a name that is not yet
// taken comes to an end.
type stream struct {
	mu     sync.Mutex
	seed   uint64
	source rand.ChaCha8
}

func newStream(seed uint64) *stream {
	s := &stream{seed: seed}
	s.restart()
	return s
}

// restart makes the stream begin anew.
func (s *stream) restart() { s.rewind(*source(s.seed, "getrandom")) }

// position returns where the stream stands, for rewind.
func (s *stream) position() rand.ChaCha8 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.source
}

func (s *stream) rewind(to rand.ChaCha8) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.source = to
}

func (s *stream) fill(b []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, _ = s.source.Read(b) // never fails
}

// atRandom returns the bytes of AT_RANDOM. They are the same at every exec.
func atRandom(seed uint64) (b [16]byte) {
	_, _ = source(seed, "AT_RANDOM").Read(b[:])
	return b
}

// source returns one of the independent sources of bytes that a seed makes.
func source(seed uint64, use string) *rand.ChaCha8 {
	var key [32]byte
	binary.LittleEndian.PutUint64(key[:], seed)
	copy(key[8:], use)
	return rand.NewChaCha8(key)
}

// getrandom answers getrandom(2).
func (a *answerer) getrandom(n *notification) error {
	address, size, flags := n.call.args[0], n.call.args[1], uint32(n.call.args[2])
	if flags&^(unix.GRND_NONBLOCK|unix.GRND_RANDOM|unix.GRND_INSECURE) != 0 ||
		flags&unix.GRND_RANDOM != 0 && flags&unix.GRND_INSECURE != 0 {
		return a.fail(n, unix.EINVAL)
	}
	m, ok, err := a.open(n, unix.O_WRONLY, Random)
	if !ok {
		return err
	}
	defer m.close()
	start := a.bytes.position()
	written, err := a.write(m, address, min(size, maxRandom))
	r := &response{id: n.id, val: int64(written)}
	if err != nil && written == 0 {
		r.val, r.err = 0, -int32(unix.EFAULT)
	}
	ok, err = a.send(r)
	if !ok {
		// A signal has interrupted the call, which may now be made again; nobody has
		// seen these bytes.
		a.bytes.rewind(start)
	}
	return err
}

// write stores the next size bytes of the stream, and returns how many it could.
func (a *answerer) write(m memory, address, size uint64) (written uint64, err error) {
	if a.buffer == nil {
		a.buffer = make([]byte, chunk)
	}
	for written < size {
		b := a.buffer[:min(size-written, chunk)]
		a.bytes.fill(b)
		n, err := m.write(b, address+written)
		written += uint64(n)
		if err != nil {
			return written, err
		}
	}
	return written, nil
}
