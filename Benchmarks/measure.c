/* Runs a command and writes what it cost to a file, as one line: seconds of CPU (user and system),
 * seconds on the clock, mebibytes of memory at the peak. The status is that of the command.
 *
 *   measure RESULT COMMAND [ARGUMENT...]
 *
 * In C, as the peak that a kernel reports for a command includes the process it was forked from: a
 * script's own ten mebibytes would hide a small tool.
 */
#include <stdio.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double seconds(struct timeval time) { return (double)time.tv_sec + (double)time.tv_usec / 1e6; }

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

int main(int argc, char **argv) {
  if (argc < 3) {
    fprintf(stderr, "usage: measure RESULT COMMAND [ARGUMENT...]\n");
    return 64;
  }
  double start = now();
  pid_t child = fork();
  if (child == 0) {
    execvp(argv[2], argv + 2);
    perror(argv[2]);
    _exit(127);
  }
  int status;
  struct rusage usage;
  if (child < 0 || wait4(child, &status, 0, &usage) < 0) {
    perror("measure");
    return 71;
  }
#ifdef __APPLE__
  double peak = (double)usage.ru_maxrss / (1024 * 1024);
#else
  double peak = (double)usage.ru_maxrss / 1024;
#endif
  FILE *result = fopen(argv[1], "w");
  if (result == NULL) {
    perror(argv[1]);
    return 73;
  }
  fprintf(result, "%.3f %.3f %.1f\n", seconds(usage.ru_utime) + seconds(usage.ru_stime),
          now() - start, peak);
  if (fclose(result) != 0) return 74;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
