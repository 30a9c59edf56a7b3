/* Counts allocations of a process, and writes the count to the file that ALLOCATIONS names when it ends. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static atomic_long count;

static void *counted(void *memory) {
  atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
  return memory;
}

void *malloc(size_t size) { return counted(__libc_malloc(size)); }
void *calloc(size_t number, size_t size) { return counted(__libc_calloc(number, size)); }
void *realloc(void *memory, size_t size) { return counted(__libc_realloc(memory, size)); }
void *aligned_alloc(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }
int posix_memalign(void **memory, size_t alignment, size_t size) {
  *memory = counted(__libc_memalign(alignment, size));
  return *memory ? 0 : 12;
}

__attribute__((destructor)) static void report(void) {
  FILE *file = fopen(getenv("ALLOCATIONS"), "w");
  if (!file) return;
  fprintf(file, "%ld\n", atomic_load(&count));
  fclose(file);
}
