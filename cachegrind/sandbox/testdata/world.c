// World says what a process sees of its world. The tests of package sandbox run it.
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
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

// cores prints on how many cores this process may run.
static int cores(void) {
	cpu_set_t set;
	if (sched_getaffinity(0, sizeof set, &set)) return 1;
	printf("cores %d\n", CPU_COUNT(&set));
	return 0;
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

// sleep_ sleeps once, in one of several ways, and prints what the call returned and the
// nanoseconds that it took.
static int sleep_(const char *kind) {
	struct timespec t = {0, 1000000};
	clockid_t clock = CLOCK_MONOTONIC;
	int flags = 0, bare = 1, r;
	void *address = &t;
	if (!strcmp(kind, "nanosleep")) {
	} else if (!strcmp(kind, "relative")) bare = 0;
	else if (!strcmp(kind, "realtime")) bare = 0, clock = CLOCK_REALTIME;
	else if (!strcmp(kind, "limit")) t.tv_nsec = 10000000;
	else if (!strcmp(kind, "over")) t.tv_nsec = 10000001;
	else if (!strcmp(kind, "long")) t.tv_sec = 1;
	else if (!strcmp(kind, "zero")) t.tv_nsec = 0;
	else if (!strcmp(kind, "past")) bare = 0, flags = TIMER_ABSTIME;
	else if (!strcmp(kind, "absolute")) {
		bare = 0, flags = TIMER_ABSTIME;
		clock_gettime(clock, &t);
		if ((t.tv_nsec += 1000000) >= 1000000000) t.tv_sec++, t.tv_nsec -= 1000000000;
	} else if (!strcmp(kind, "thread")) bare = 0, clock = CLOCK_THREAD_CPUTIME_ID;
	else if (!strcmp(kind, "no clock")) bare = 0, clock = 99;
	else if (!strcmp(kind, "invalid")) t.tv_nsec = 1000000000;
	else if (!strcmp(kind, "negative")) t.tv_nsec = -1;
	else if (!strcmp(kind, "fault")) address = (void *)-4096;
	else return 2;
	long long start = now(CLOCK_MONOTONIC);
	errno = 0;
	r = bare ? nanosleep(address, NULL) : clock_nanosleep(clock, flags, address, NULL);
	long long took = now(CLOCK_MONOTONIC) - start;
	printf("%d %d\n%lld\n", r, errno, took);
	return 0;
}

// interrupted is woken by a signal from a sleep of ten milliseconds, if the sleep is
// long enough, and prints what it was told of the rest.
static int interrupted(void) {
	struct sigaction a = {.sa_handler = ignore};
	sigaction(SIGALRM, &a, NULL);
	struct itimerval later = {{0, 100000}, {0, 100000}};
	setitimer(ITIMER_REAL, &later, NULL);
	struct timespec t = {0, 10000000}, rest = {-1, -1};
	int r = nanosleep(&t, &rest);
	printf("%d %d %lld %ld\n", r, errno, (long long)rest.tv_sec, rest.tv_nsec);
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
	if (!strcmp(what, "cores")) return cores();
	if (!strcmp(what, "ask")) return ask(strtoull(argv[2], NULL, 0), strtoul(argv[3], NULL, 0));
	if (!strcmp(what, "edge")) return edge();
	if (!strcmp(what, "storm")) return storm();
	if (!strcmp(what, "sleep")) return sleep_(argv[2]);
	if (!strcmp(what, "interrupted")) return interrupted();
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
