#ifdef __linux__
#include <fcntl.h>
#include <malloc.h>
#include <sys/syscall.h>
#include <unistd.h>
// fcntl.h declares it only for programs that define _GNU_SOURCE, which Swift's module of the C library does not.
int sync_file_range(int file, long start, long count, unsigned flags);
long syscall(long number, ...);

// renameat2 with RENAME_EXCHANGE, which some C libraries do not declare.
static inline int exchange_paths(const char *first, const char *second) {
  return (int)syscall(SYS_renameat2, AT_FDCWD, first, AT_FDCWD, second, 2);
}
#endif
