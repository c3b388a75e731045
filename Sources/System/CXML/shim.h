#include <libxml/xmlversion.h>
// libxml2's encoding header would pull in ICU's, which clash with the copy inside Foundation. Only the last members of
// a structure that libxml2 allocates itself depend on it.
#undef LIBXML_ICU_ENABLED
#include <libxml/HTMLparser.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/uri.h>
#include <libxml/xmlerror.h>
