// A library for LD_PRELOAD that fails the n-th call of a kind, so that tests reach what a sound machine never does.
//
//   FAULT=read:3        the third call of the kind fails; read:3+ that and all after it; read:0 none
//   FAULT_FOLDER=/tmp/x only calls on files in this folder count (and all of malloc)
//   FAULT_COUNT=/tmp/n  where the number of calls of the kind is written at the end
//
// Kinds: read, write, open, sync, rename, truncate, and malloc, which counts the allocations of SQLite alone: Swift
// ends a program that is out of memory.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

static char kind[16];
static long wanted;
static int isLasting;
static const char *folder;
static atomic_long calls;

__attribute__((constructor)) static void begin(void) {
  const char *fault = getenv("FAULT");
  const char *colon = fault ? strchr(fault, ':') : 0;
  if (!colon || colon - fault >= (long)sizeof kind) return;
  memcpy(kind, fault, colon - fault);
  wanted = atol(colon + 1);
  isLasting = fault[strlen(fault) - 1] == '+';
  folder = getenv("FAULT_FOLDER");
}

__attribute__((destructor)) static void end(void) {
  const char *path = getenv("FAULT_COUNT");
  char text[32];
  int length = snprintf(text, sizeof text, "%ld\n", atomic_load(&calls));
  // Not by the functions below, and without an allocation.
  int (*openFile)(const char *, int, ...) = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, "open");
  ssize_t (*writeFile)(int, const void *, size_t) =
      (ssize_t (*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write");
  if (!path || !openFile || !writeFile) return;
  int file = openFile(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (file < 0 || writeFile(file, text, length) != length) abort();
}

// Whether this call is to fail.
static int fails(const char *name) {
  if (strcmp(kind, name)) return 0;
  long call = atomic_fetch_add(&calls, 1) + 1;
  return wanted > 0 && (isLasting ? call >= wanted : call == wanted);
}

static int isInFolder(const char *path) {
  return !folder || strncmp(path, folder, strlen(folder)) == 0;
}

static int isOfFolder(int file) {
  if (!folder) return 1;
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return isInFolder(path);
}

static int failsOn(const char *name, int file) {
  return !strcmp(kind, name) && isOfFolder(file) && fails(name);
}

static int failsAt(const char *name, const char *path) {
  char whole[PATH_MAX];
  if (strcmp(kind, name)) return 0;
  if (path[0] != '/') {
    char here[PATH_MAX];
    if (!getcwd(here, sizeof here)) return 0;
    if (snprintf(whole, sizeof whole, "%s/%s", here, path) >= (int)sizeof whole) return 0;
    path = whole;
  }
  return isInFolder(path) && fails(name);
}

#define NEXT(result, name, ...)                                           \
  static result (*next)(__VA_ARGS__);                                     \
  if (!next) next = (result (*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)
#define FAIL(number) return errno = (number), -1

ssize_t read(int file, void *bytes, size_t count) {
  NEXT(ssize_t, "read", int, void *, size_t);
  if (failsOn("read", file)) FAIL(EIO);
  return next(file, bytes, count);
}
ssize_t pread(int file, void *bytes, size_t count, off_t at) {
  NEXT(ssize_t, "pread", int, void *, size_t, off_t);
  if (failsOn("read", file)) FAIL(EIO);
  return next(file, bytes, count, at);
}
ssize_t pread64(int file, void *bytes, size_t count, off64_t at) {
  NEXT(ssize_t, "pread64", int, void *, size_t, off64_t);
  if (failsOn("read", file)) FAIL(EIO);
  return next(file, bytes, count, at);
}
ssize_t write(int file, const void *bytes, size_t count) {
  NEXT(ssize_t, "write", int, const void *, size_t);
  if (failsOn("write", file)) FAIL(ENOSPC);
  return next(file, bytes, count);
}
ssize_t pwrite(int file, const void *bytes, size_t count, off_t at) {
  NEXT(ssize_t, "pwrite", int, const void *, size_t, off_t);
  if (failsOn("write", file)) FAIL(ENOSPC);
  return next(file, bytes, count, at);
}
ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t at) {
  NEXT(ssize_t, "pwrite64", int, const void *, size_t, off64_t);
  if (failsOn("write", file)) FAIL(ENOSPC);
  return next(file, bytes, count, at);
}
ssize_t writev(int file, const struct iovec *parts, int count) {
  NEXT(ssize_t, "writev", int, const struct iovec *, int);
  if (failsOn("write", file)) FAIL(ENOSPC);
  return next(file, parts, count);
}

#define OPEN(function, ...)                                                            \
  mode_t mode = 0;                                                                     \
  if (flags & (O_CREAT | __O_TMPFILE)) {                                               \
    va_list list;                                                                      \
    va_start(list, flags);                                                             \
    mode = va_arg(list, mode_t);                                                       \
    va_end(list);                                                                      \
  }                                                                                    \
  if (failsAt("open", path)) FAIL(EMFILE);                                             \
  return next(__VA_ARGS__, flags, mode)

int open(const char *path, int flags, ...) {
  NEXT(int, "open", const char *, int, ...);
  OPEN(open, path);
}
int open64(const char *path, int flags, ...) {
  NEXT(int, "open64", const char *, int, ...);
  OPEN(open64, path);
}
int openat(int at, const char *path, int flags, ...) {
  NEXT(int, "openat", int, const char *, int, ...);
  OPEN(openat, at, path);
}
int openat64(int at, const char *path, int flags, ...) {
  NEXT(int, "openat64", int, const char *, int, ...);
  OPEN(openat64, at, path);
}

int fsync(int file) {
  NEXT(int, "fsync", int);
  if (failsOn("sync", file)) FAIL(EIO);
  return next(file);
}
int fdatasync(int file) {
  NEXT(int, "fdatasync", int);
  if (failsOn("sync", file)) FAIL(EIO);
  return next(file);
}
int rename(const char *from, const char *to) {
  NEXT(int, "rename", const char *, const char *);
  if (failsAt("rename", to)) FAIL(EIO);
  return next(from, to);
}
int renameat2(int from, const char *path, int to, const char *name, unsigned flags) {
  NEXT(int, "renameat2", int, const char *, int, const char *, unsigned);
  if (failsAt("rename", name)) FAIL(EIO);
  return next(from, path, to, name, flags);
}
int linkat(int from, const char *path, int to, const char *name, int flags) {
  NEXT(int, "linkat", int, const char *, int, const char *, int);
  if (failsAt("rename", name)) FAIL(EIO);
  return next(from, path, to, name, flags);
}
int link(const char *from, const char *to) {
  NEXT(int, "link", const char *, const char *);
  if (failsAt("rename", to)) FAIL(EIO);
  return next(from, to);
}
int ftruncate(int file, off_t length) {
  NEXT(int, "ftruncate", int, off_t);
  if (failsOn("truncate", file)) FAIL(EIO);
  return next(file, length);
}
int ftruncate64(int file, off64_t length) {
  NEXT(int, "ftruncate64", int, off64_t);
  if (failsOn("truncate", file)) FAIL(EIO);
  return next(file, length);
}

// Allocations of SQLite: told by where the call comes from.
static int isSQLite(void *caller) {
  static _Thread_local int isAsking;
  static atomic_uintptr_t first, last;
  uintptr_t place = (uintptr_t)caller;
  if (isAsking || strcmp(kind, "malloc")) return 0;
  if (place >= atomic_load(&first) && place < atomic_load(&last)) return 1;
  isAsking = 1;
  Dl_info info;
  int isFound = dladdr(caller, &info) && info.dli_fname && strstr(info.dli_fname, "libsqlite3");
  if (isFound) {
    // A library is loaded in one piece: what has been seen of it so far.
    uintptr_t base = (uintptr_t)info.dli_fbase;
    if (!atomic_load(&first)) atomic_store(&first, base);
    if (place >= atomic_load(&last)) atomic_store(&last, place + 1);
  }
  isAsking = 0;
  return isFound;
}

void *__libc_malloc(size_t);
void *__libc_realloc(void *, size_t);

void *malloc(size_t size) {
  if (kind[0] == 'm' && isSQLite(__builtin_return_address(0)) && fails("malloc")) {
    errno = ENOMEM;
    return 0;
  }
  return __libc_malloc(size);
}
void *realloc(void *old, size_t size) {
  if (kind[0] == 'm' && isSQLite(__builtin_return_address(0)) && fails("malloc")) {
    errno = ENOMEM;
    return 0;
  }
  return __libc_realloc(old, size);
}
