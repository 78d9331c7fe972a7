// World says what a process sees of its world. The tests of package sandbox run it.
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

// The system call, not the C library's function, which may ask the vDSO.
static long getrandom_(void *b, size_t n, unsigned flags) {
	return syscall(SYS_getrandom, b, n, flags);
}

static void hex(const char *name, const void *b, size_t n) {
	printf("%s ", name);
	for (size_t i = 0; i < n; i++) printf("%02x", ((const unsigned char *)b)[i]);
	printf("\n");
}

// see prints everything that a seal pins.
static int see(void) {
	unsigned char b[16];
	int here;
	hex("at_random", (void *)getauxval(AT_RANDOM), 16);
	for (int i = 0; i < 2; i++) {
		if (getrandom_(b, sizeof b, 0) != sizeof b) return 1;
		hex("getrandom", b, sizeof b);
	}
	printf("stack %p\nheap %p\nmapping %p\ncode %p\n", (void *)&here, malloc(100),
	       mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), (void *)see);
	return 0;
}

// ask makes one call and prints what it returns, and a sum of what it has written.
static int ask(size_t n, unsigned flags) {
	unsigned char *b = mmap(NULL, n + 1, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	errno = 0;
	long got = getrandom_(b, n, flags);
	uint64_t sum = 14695981039346656037u;
	for (long i = 0; i < got; i++) sum = (sum ^ b[i]) * 1099511628211u;
	printf("%ld %d %016llx %d\n", got, errno, (unsigned long long)sum, b[n]);
	return 0;
}

// edge asks for more than there is room for, and for bytes where nothing is.
static int edge(void) {
	size_t page = sysconf(_SC_PAGESIZE);
	char *p = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	munmap(p + page, page);
	printf("%ld\n", getrandom_(p + 100, page, 0));
	long got = getrandom_(p + page, 8, 0);
	printf("%ld %d\n", got, errno);
	got = getrandom_((void *)-4096, 8, 0);
	printf("%ld %d\n", got, errno);
	got = getrandom_(NULL, 0, 0);
	printf("%ld\n", got);
	return 0;
}

static void ignore(int s) { (void)s; }

// storm asks while signals rain down.
static int storm(void) {
	struct sigaction a = {.sa_handler = ignore, .sa_flags = SA_RESTART};
	sigaction(SIGALRM, &a, NULL);
	struct itimerval every = {{0, 50}, {0, 50}};
	setitimer(ITIMER_REAL, &every, NULL);
	unsigned char b[8];
	for (int i = 0; i < 2000; i++)
		if (getrandom_(b, sizeof b, 0) != sizeof b) return 1;
	memset(&every, 0, sizeof every);
	setitimer(ITIMER_REAL, &every, NULL);
	hex("last", b, sizeof b);
	return 0;
}

static long long now(clockid_t c) {
	struct timespec t;
	clock_gettime(c, &t);
	return t.tv_sec * 1000000000LL + t.tv_nsec;
}

// sleeps prints, for each kind of sleep, what it returned and the nanoseconds that it
// took; of those that nothing stretches, the least of several.
static int sleeps(void) {
	static const char *name[] = {"nanosleep", "relative", "limit", "over", "zero", "absolute", "cpu", "invalid", "fault"};
	for (int kind = 0; kind < 9; kind++) {
		long long least = 0;
		int r = 0;
		for (int i = 0; i < (kind < 3 ? 1 : 3); i++) {
			struct timespec t = {0, 1000000};
			long long start = now(CLOCK_MONOTONIC), took;
			switch (kind) {
			case 0: r = nanosleep(&t, NULL); break;
			case 1: r = clock_nanosleep(CLOCK_MONOTONIC, 0, &t, NULL); break;
			case 2: t.tv_nsec = 10000000; r = nanosleep(&t, NULL); break;
			case 3: t.tv_nsec = 10000001; r = nanosleep(&t, NULL); break;
			case 4: t.tv_nsec = 0; r = nanosleep(&t, NULL); break;
			case 5:
				clock_gettime(CLOCK_MONOTONIC, &t);
				t.tv_nsec += 1000000;
				if (t.tv_nsec >= 1000000000) t.tv_sec++, t.tv_nsec -= 1000000000;
				r = clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL);
				break;
			case 6: // which the kernel refuses
				r = clock_nanosleep(CLOCK_THREAD_CPUTIME_ID, 0, &t, NULL);
				break;
			case 7: t.tv_nsec = 1000000000; r = nanosleep(&t, NULL) ? errno : 0; break;
			case 8: r = nanosleep((void *)-4096, NULL) ? errno : 0; break;
			}
			took = now(CLOCK_MONOTONIC) - start;
			if (i == 0 || took < least) least = took;
		}
		printf("%s %d %lld\n", name[kind], r, least);
	}
	return 0;
}

static volatile int caught;
static void catch_(int s) { caught += s; }

// signals sends itself signals, says whether they arrived, stops, and execs the rest.
static int signals(char **rest) {
	signal(SIGUSR1, catch_);
	signal(SIGTRAP, catch_);
	raise(SIGUSR1);
	raise(SIGTRAP);
	printf("caught %d\n", caught - SIGUSR1 - SIGTRAP);
	fflush(stdout);
	raise(SIGSTOP);
	execv(rest[0], rest);
	return 1;
}

int main(int argc, char **argv) {
	const char *what = argc > 1 ? argv[1] : "";
	if (!strcmp(what, "see")) return see();
	if (!strcmp(what, "ask")) return ask(strtoull(argv[2], NULL, 0), strtoul(argv[3], NULL, 0));
	if (!strcmp(what, "edge")) return edge();
	if (!strcmp(what, "storm")) return storm();
	if (!strcmp(what, "sleeps")) return sleeps();
	if (!strcmp(what, "signals")) return signals(argv + 2);
	if (!strcmp(what, "exit")) return atoi(argv[2]);
	if (!strcmp(what, "exec")) { // a wrapper, which takes random bytes itself
		unsigned char b[5];
		getrandom_(b, sizeof b, 0);
		execv(argv[2], argv + 2);
		return 1;
	}
	if (!strcmp(what, "nap")) { // sleeps a short sleep again and again
		printf("%d\n", getpid());
		fflush(stdout);
		for (;;) usleep(1000);
	}
	if (!strcmp(what, "child")) { // leaves a child that never ends
		pid_t p = fork();
		if (p == 0) for (;;) pause();
		printf("%d\n", p);
		return 0;
	}
	if (!strcmp(what, "limit")) {
		struct rlimit l;
		getrlimit(RLIMIT_CORE, &l);
		printf("core %llu %llu\n", (unsigned long long)l.rlim_cur, (unsigned long long)l.rlim_max);
		fflush(stdout);
		abort();
	}
	fprintf(stderr, "usage: world WHAT\n");
	return 2;
}
