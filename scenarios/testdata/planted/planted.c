// planted N does some of everything, N times. It is compiled with a regression, by
// -DPLANTED=1 to 4.
#include <stdlib.h>
#include <string.h>

__attribute__((noinline)) static unsigned called(unsigned x) {
	int rounds = 40 + (PLANTED == 1 ? 5 : 0);
	for (int i = 0; i < rounds; i++)
		x = x * 1664525 + 1013904223;
	return x;
}

static inline __attribute__((always_inline)) unsigned inlined(unsigned x) {
	int rounds = 10 + (PLANTED == 2 ? 3 : 0);
	for (int i = 0; i < rounds; i++)
		x ^= x << 5 ^ x >> 3;
	return x;
}

__attribute__((noinline)) static unsigned caller(unsigned x) {
	for (int i = 0; i < 4; i++)
		x += inlined(x);
	return x;
}

__attribute__((noinline)) static unsigned library(void) {
	static char text[2000];
	memset(text, 'a', sizeof text - 1);
	unsigned n = 0;
	for (int i = 0; i < (PLANTED == 3 ? 3 : 2); i++)
		n += memchr(text, 'b' + i, sizeof text - 1) == NULL;
	return n;
}

__attribute__((noinline)) static unsigned allocations(void) {
	enum { pieces = 8 };
	int size = 4000 / pieces;
	char *buffer[2 * pieces];
	int count = PLANTED == 4 ? 2 * pieces : pieces;
	for (int i = 0; i < count; i++)
		buffer[i] = malloc(size * pieces / count);
	unsigned n = 0;
	for (int i = 0; i < count; i++) {
		n += buffer[i] != NULL;
		free(buffer[i]);
	}
	return n / count;
}

int main(int argc, char **argv) {
	if (argc != 2)
		return 2;
	long n = atol(argv[1]);
	unsigned x = 1;
	for (long i = 0; i < n; i++)
		x = caller(called(x)) + library() + allocations();
	return n > 0 && x != 0 ? 0 : 1;
}
