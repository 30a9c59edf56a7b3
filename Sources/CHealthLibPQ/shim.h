// libpq is loaded when a store on a server is asked for first, so nothing is linked, nor is pkg-config asked: it would
// name the library to the linker along with the folder of the header.
#if __has_include(<libpq-fe.h>)
#include <libpq-fe.h>
#elif __has_include(<postgresql/libpq-fe.h>)
#include <postgresql/libpq-fe.h>
#elif __has_include("/opt/homebrew/opt/libpq/include/libpq-fe.h")
#include "/opt/homebrew/opt/libpq/include/libpq-fe.h"
#else
#include "/usr/local/opt/libpq/include/libpq-fe.h"
#endif
#include <dlfcn.h>

// What is used of it.
#define LIBPQ_FUNCTIONS(F) \
  F(PQclear) F(PQcmdTuples) F(PQconnectdbParams) F(PQconninfoFree) F(PQconninfoParse) F(PQdb) F(PQerrorMessage) \
  F(PQexec) F(PQexecPrepared) F(PQfinish) F(PQgetResult) F(PQgetisnull) F(PQgetlength) F(PQgetvalue) F(PQhost) \
  F(PQntuples) F(PQprepare) F(PQputCopyData) F(PQputCopyEnd) F(PQresultErrorField) F(PQresultStatus) \
  F(PQsetNoticeProcessor) F(PQstatus)

// The functions by their names, of the types that the header gives them.
#define LIBPQ_MEMBER(name) __typeof__(name) *name;
struct __attribute__((swift_attr("@Sendable"))) LibPQ {
  LIBPQ_FUNCTIONS(LIBPQ_MEMBER)
};
#undef LIBPQ_MEMBER

// Finds the functions in a library that was loaded. The name of the first that is not there; NULL if all are.
static inline const char *LibPQFind(struct LibPQ *functions, void *library) {
#define LIBPQ_FIND(name) \
  if (!(functions->name = (__typeof__(name) *)dlsym(library, #name))) return #name;
  LIBPQ_FUNCTIONS(LIBPQ_FIND)
#undef LIBPQ_FIND
  return 0;
}
