/*
 * Strings does what C programs do with strings, N times: it formats records with
 * snprintf, cuts each into fields with strchr, copies every field with malloc and
 * memcpy, joins the copies in reverse order, and compares the result with the
 * right one. One iteration is the whole list of records, so that each costs the
 * same. It keeps the contract of the scenario programs: exit status 0 and not a
 * word, 1 for a wrong answer, 2 for wrong arguments.
 */
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	WRONG = 1,
	USAGE = 2,

	MAX_FIELDS = 8,
	MAX_TEXT = 256, /* of a record, with its final 0 */
};

struct record {
	const char *name;
	const char *path;
	int port;
	unsigned flags;
	double load;
	const char *reversed; /* its fields, last one first */
};

static const struct record records[] = {
	{"gateway", "/srv/gateway", 443, 0x1f, 0.25, "load=0.250,flags=0x1f,port=443,path=/srv/gateway,name=gateway"},
	{"mail", "/srv/mail/queue/incoming", 25, 0xa0, 1.5,
	 "load=1.500,flags=0xa0,port=25,path=/srv/mail/queue/incoming,name=mail"},
	{"a", "/", 7, 0, 0, "load=0.000,flags=0,port=7,path=/,name=a"},
	{"", "", -1, 0xffffffff, 99.9996, "load=100.000,flags=0xffffffff,port=-1,path=,name="},
	{"archive-of-the-observatory", "/mnt/archive/observatory/plates/1911/november/glass", 65535, 0x8001, 12.125,
	 "load=12.125,flags=0x8001,port=65535,path=/mnt/archive/observatory/plates/1911/november/glass,"
	 "name=archive-of-the-observatory"},
};

/* copy returns size bytes of text as a string of its own, or NULL. */
static char *copy(const char *text, size_t size)
{
	char *s = malloc(size + 1);

	if (s != NULL) {
		memcpy(s, text, size);
		s[size] = '\0';
	}
	return s;
}

/* split copies the fields of text, which commas separate, and returns how many
 * there are. Fields beyond MAX_FIELDS are left out; a copy that failed is NULL. */
static size_t split(const char *text, char *fields[MAX_FIELDS])
{
	size_t n = 0;

	while (n < MAX_FIELDS) {
		const char *comma = strchr(text, ',');

		if (comma == NULL) {
			fields[n++] = copy(text, strlen(text));
			break;
		}
		fields[n++] = copy(text, (size_t)(comma - text));
		text = comma + 1;
	}
	return n;
}

/* join writes the n fields, last one first, with commas between. It returns false
 * if a field is NULL or they do not fit. */
static bool join(char out[MAX_TEXT], char *const fields[], size_t n)
{
	size_t used = 0;

	while (n-- > 0) {
		size_t size = fields[n] == NULL ? MAX_TEXT : strlen(fields[n]);

		if (size + 1 > MAX_TEXT - used)
			return false;
		memcpy(out + used, fields[n], size);
		used += size;
		out[used++] = n == 0 ? '\0' : ',';
	}
	return true;
}

/* reverse tells whether the fields of r, formatted, cut, copied and joined, are
 * what they should be. If not, a message is on stderr. */
static bool reverse(const struct record *r)
{
	char text[MAX_TEXT], reversed[MAX_TEXT] = "";
	char *fields[MAX_FIELDS];
	int size = snprintf(text, sizeof text, "name=%s,path=%s,port=%d,flags=%#x,load=%.3f", r->name, r->path, r->port,
			    r->flags, r->load);

	if (size < 0 || (size_t)size >= sizeof text) {
		fprintf(stderr, "strings: a record has %d bytes, want at most %d\n", size, MAX_TEXT - 1);
		return false;
	}

	size_t n = split(text, fields);
	bool right = join(reversed, fields, n) && strcmp(reversed, r->reversed) == 0;

	while (n-- > 0)
		free(fields[n]);
	if (!right)
		fprintf(stderr, "strings: got \"%s\", want \"%s\"\n", reversed, r->reversed);
	return right;
}

/* iterations returns the number that text is, or 0 with a message on stderr. */
static unsigned long iterations(const char *text)
{
	char *end;

	errno = 0;
	/* strtoul would also take blanks and a sign in front. */
	unsigned long n = text[0] >= '0' && text[0] <= '9' ? strtoul(text, &end, 10) : 0;

	if (n == 0 || *end != '\0') {
		fprintf(stderr, "strings: \"%s\" is not a positive decimal number\n", text);
		return 0;
	}
	if (errno == ERANGE) {
		fprintf(stderr, "strings: %s is too large\n", text);
		return 0;
	}
	return n;
}

int main(int argc, char *argv[])
{
	unsigned long n = 0;

	if (argc == 2)
		n = iterations(argv[1]);
	else
		fprintf(stderr, "strings: got %d arguments, want 1\n", argc > 0 ? argc - 1 : 0);
	if (n == 0) {
		fprintf(stderr, "usage: strings N\n");
		return USAGE;
	}
	while (n-- > 0)
		for (size_t i = 0; i < sizeof records / sizeof records[0]; i++)
			if (!reverse(&records[i]))
				return WRONG;
	return 0;
}
