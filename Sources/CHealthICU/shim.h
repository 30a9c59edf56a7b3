// ICU is loaded when figures are formatted for a locale, so nothing is linked and no header of ICU is needed: the names of its
// functions end with its version (unumf_close_72), and these declarations are the same in all versions from 68 on. A UChar is
// a uint16_t, a UErrorCode an int that is above 0 for an error.
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>

struct __attribute__((swift_attr("@Sendable"))) ICU {
  void *(*unumf_openForSkeletonAndLocale)(const uint16_t *skeleton, int32_t length, const char *locale, int *error);
  void (*unumf_close)(void *formatter);
  void *(*unumf_openResult)(int *error);
  void (*unumf_closeResult)(void *result);
  void (*unumf_formatDouble)(const void *formatter, double value, void *result, int *error);
  int32_t (*unumf_resultToString)(const void *result, uint16_t *text, int32_t capacity, int *error);
  void *(*ulistfmt_openForType)(const char *locale, int type, int width, int *error);
  void (*ulistfmt_close)(void *formatter);
  int32_t (*ulistfmt_format)(
      const void *formatter, const uint16_t *const *texts, const int32_t *lengths, int32_t count, uint16_t *text,
      int32_t capacity, int *error);
  void *(*udatpg_open)(const char *locale, int *error);
  void (*udatpg_close)(void *generator);
  int32_t (*udatpg_getBestPattern)(
      void *generator, const uint16_t *skeleton, int32_t length, uint16_t *pattern, int32_t capacity, int *error);
  void *(*udat_open)(
      int time, int date, const char *locale, const uint16_t *zone, int32_t zoneLength, const uint16_t *pattern,
      int32_t length, int *error);
  void (*udat_close)(void *formatter);
  int32_t (*udat_format)(
      const void *formatter, double milliseconds, uint16_t *text, int32_t capacity, void *position, int *error);
  int32_t (*uloc_canonicalize)(const char *locale, char *name, int32_t capacity, int *error);
  int32_t (*uloc_addLikelySubtags)(const char *locale, char *name, int32_t capacity, int *error);
  int32_t (*uloc_getCountry)(const char *locale, char *country, int32_t capacity, int *error);
  int32_t (*uloc_toLanguageTag)(const char *locale, char *tag, int32_t capacity, signed char strict, int *error);
  const char *(*uloc_getISO3Language)(const char *locale);
  const char *(*uloc_getISO3Country)(const char *locale);
};

// Finds the functions of a version in a library that was loaded, or in those that it depends on. Returns 0 if one is missing.
static inline int ICUFind(struct ICU *functions, void *library, int version) {
  char name[64];
#define ICU_FIND(function) \
  snprintf(name, sizeof name, #function "_%d", version); \
  if (!(functions->function = (__typeof__(functions->function))dlsym(library, name))) return 0;
  ICU_FIND(unumf_openForSkeletonAndLocale)
  ICU_FIND(unumf_close)
  ICU_FIND(unumf_openResult)
  ICU_FIND(unumf_closeResult)
  ICU_FIND(unumf_formatDouble)
  ICU_FIND(unumf_resultToString)
  ICU_FIND(ulistfmt_openForType)
  ICU_FIND(ulistfmt_close)
  ICU_FIND(ulistfmt_format)
  ICU_FIND(udatpg_open)
  ICU_FIND(udatpg_close)
  ICU_FIND(udatpg_getBestPattern)
  ICU_FIND(udat_open)
  ICU_FIND(udat_close)
  ICU_FIND(udat_format)
  ICU_FIND(uloc_canonicalize)
  ICU_FIND(uloc_addLikelySubtags)
  ICU_FIND(uloc_getCountry)
  ICU_FIND(uloc_toLanguageTag)
  ICU_FIND(uloc_getISO3Language)
  ICU_FIND(uloc_getISO3Country)
#undef ICU_FIND
  return 1;
}
