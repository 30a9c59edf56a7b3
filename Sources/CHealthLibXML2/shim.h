// Where libxml2 was built with ICU its headers bring ICU's, and those contradict the ones of Foundation's own ICU:
// a file that sees both compiles or not, by the order in which they are loaded. Without the macro the
// headers leave out what is behind a pointer that nothing here looks through.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED

#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/SAX2.h>
#include <libxml/xmlerror.h>
#include <libxml/xmlschemas.h>
