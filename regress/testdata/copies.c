/* Functions that gcc copies: for a constant argument, for the fields of one, and
   without the part that is hardly ever run; and one within another. */
#include <stdio.h>
#include <stdlib.h>

struct pair { int a, b; };

static int own_fields(struct pair *p, int unused, int k) { return p->a + p->b + k; }

static int own_constant(int n, int step)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += printf("%d", i * step);
    return sum;
}

int own_cold(int n)
{
    if (__builtin_expect(n > 100, 0)) {
        fprintf(stderr, "too many\n");
        abort();
    }
    return n + printf("%d", n);
}

int main(int argc, char **argv)
{
    int own_nested(int x) { return x + argc + printf("%d", x); }
    struct pair p = {argc, 2};
    return own_fields(&p, 3, argc) + own_constant(argc, 3) + own_constant(2 * argc, 3) +
           own_cold(argc) + own_nested(argc) + own_nested(2);
}
