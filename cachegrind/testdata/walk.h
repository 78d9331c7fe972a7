#define STRIDE 16

static inline __attribute__((always_inline)) int mix(int sum, int value) {
  return 31 * sum + value;
}

static inline __attribute__((always_inline, noreturn)) void leave(int status) {
  for (;;)
    __asm__ volatile("syscall" : : "a"(60), "D"(status) : "rcx", "r11", "memory");
}

int add_rest(const int *table, int n);
