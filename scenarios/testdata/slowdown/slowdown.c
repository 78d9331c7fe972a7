// slowdown N EXTRA does 2000 + EXTRA equal units of work, N times.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int compare(const void *a, const void *b) {
	return *(const int *)a - *(const int *)b;
}

static unsigned long unit(void) {
	int numbers[] = {5, 3, 8, 1, 9, 2, 7, 4};
	char text[64];
	qsort(numbers, 8, sizeof numbers[0], compare);
	snprintf(text, sizeof text, "%d-%s", 10000 + numbers[7], "unit");
	return strlen(text);
}

int main(int argc, char **argv) {
	if (argc != 3)
		return 2;
	long n = atol(argv[1]), extra = atol(argv[2]);
	unsigned long length = 0;
	for (long i = 0; i < n; i++)
		for (long j = 0; j < 2000 + extra; j++)
			length += unit();
	return length == 10UL * n * (2000 + extra) ? 0 : 1;
}
