#ifdef __linux__
#include <malloc.h>
// fcntl.h declares it only for programs that define _GNU_SOURCE, which Swift's module of the C library does not.
int sync_file_range(int file, long start, long count, unsigned flags);
#endif
