#include "walk.h"

// The same name as in walk.c.
static __attribute__((noinline)) int add(const int *table, int n) {
  return n == 0 ? 0 : mix(add(table + 1, n - 1), *table);
}

int add_rest(const int *table, int n) { return add(table, n); }
