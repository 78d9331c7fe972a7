// A 32-bit program without a C library that writes its 16 bytes of AT_RANDOM to
// stdout and exits with 0 if it can sleep for a millisecond and if call 318, which is
// getrandom on amd64, is getcpu.
__asm__(".globl _start\n_start: mov %esp, %eax\npush %eax\ncall run\n");

static int syscall_(int nr, int a, int b, int c) {
	int r;
	__asm__ volatile("int $0x80" : "=a"(r) : "a"(nr), "b"(a), "c"(b), "d"(c) : "memory");
	return r;
}

void run(int *stack) {
	int *p = stack + 1 + *stack + 1; // argc, argv, NULL
	while (*p++) {                   // the environment
	}
	int status = 2;
	for (; *p; p += 2)
		if (p[0] == 25) status = syscall_(4, 1, p[1], 16) != 16;
	int timespec[2] = {0, 1000000};
	int cpu = -1, node = -1;
	status |= syscall_(318, (int)&cpu, (int)&node, 0) | cpu < 0 | node < 0;
	syscall_(1, status | syscall_(162, (int)timespec, 0, 0), 0, 0);
}
