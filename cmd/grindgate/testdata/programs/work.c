// A scenario program for the tests. It does WORK units of work N times, and with
// one of the macros below it misbehaves in one way.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <signal.h>
#include <unistd.h>
#include <dirent.h>
#include <sys/random.h>
#include <sys/wait.h>

extern char **environ;

#ifndef WORK
#define WORK 1000
#endif

static volatile unsigned sink;

__attribute__((noinline)) static void work(long n) {
	for (long i = 0; i < n; i++)
		for (int j = 0; j < WORK; j++)
			sink += j;
}

// write_pid makes a file "pid" with the process id.
__attribute__((unused)) static void write_pid(void) {
	FILE *f = fopen("pid.new", "w");
	fprintf(f, "%d\n", (int)getpid());
	fclose(f);
	rename("pid.new", "pid");
}

int main(int argc, char **argv) {
	if (argc != 2) {
		fprintf(stderr, "usage: work N\n");
		return 2;
	}
	long n = atol(argv[1]);
	(void)n;
#if defined(EXITS)
	fprintf(stderr, "the answer is wrong\n");
	work(n);
	return 3;
#elif defined(ABORTS)
	work(n);
	abort();
#elif defined(SEGFAULTS)
	raise(SIGSEGV);
#elif defined(ABORTS_LATE) // not in the first run, which is with the smallest N
	if (n > 2000)
		abort();
	work(n);
#elif defined(HANGS)
	for (;;)
		sleep(1);
#elif defined(HANGS_LATE)
	if (n > 1000) {
		write_pid();
		for (;;)
			sleep(1);
	}
	work(n);
#elif defined(IGNORES)
	work(1000);
#elif defined(PRINTS)
	for (int i = 0; i < 300000; i++)
		puts("nobody reads this");
	work(n);
#elif defined(FORKS)
	if (fork() == 0) {
		work(n);
		_exit(0);
	}
	wait(NULL);
#elif defined(STARTS)
	if (fork() == 0) {
		execl("/bin/true", "true", (char *)NULL);
		_exit(1);
	}
	wait(NULL);
	work(n);
#elif defined(DAEMON) || defined(DAEMON_LATE) // leaves a process behind that nobody waits for
#ifdef DAEMON_LATE
	if (n > 2000) // not in the first run, which is with the smallest N
#endif
	{
		unlink("pid");
		if (fork() == 0) { // it is alone in its session, and standard output stays open
			setsid();
			write_pid();
			for (;;)
				sleep(1);
		}
		while (access("pid", F_OK) != 0)
			usleep(1000);
	}
	work(n);
#elif defined(RANDOM) // does up to a quarter more work, as a random number says
	unsigned char more;
	if (getrandom(&more, 1, 0) != 1)
		return 1;
	for (long i = 0; i < n; i++)
		for (int j = 0; j < WORK + more; j++)
			sink += j;
#elif defined(BECOMES)
	execl("/bin/true", "true", argv[1], (char *)NULL);
	return 1;
#elif defined(ENVIRONMENT) // fails with a list of what it should not see
	int bad = 0;
	for (char **e = environ; *e; e++)
		if (strncmp(*e, "SECRET", 6) == 0) {
			fprintf(stderr, "saw %s\n", *e);
			bad = 1;
		}
	DIR *d = opendir(".");
	for (struct dirent *e; (e = readdir(d));)
		if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0) {
			fprintf(stderr, "saw %s\n", e->d_name);
			bad = 1;
		}
	closedir(d);
	if (bad)
		return 1;
	work(n);
	FILE *f = fopen("left-behind", "w");
	fclose(f);
#elif defined(READS) // needs KEY=value, its standard input and its directory
	char line[100];
	if (!fgets(line, sizeof line, stdin) || strcmp(line, "hello\n") != 0)
		return 1;
	if (!getenv("KEY") || strcmp(getenv("KEY"), "value") != 0)
		return 1;
	if (access("here.txt", R_OK) != 0)
		return 1;
	work(n);
#else
	work(n);
#endif
	return 0;
}
