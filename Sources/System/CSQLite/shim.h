#include <sqlite3.h>

// SQLITE_TRANSIENT is a cast macro, which Swift does not import: "copy the bytes before the call returns".
static inline sqlite3_destructor_type tonearm_sqlite_transient(void) {
    return SQLITE_TRANSIENT;
}

// sqlite3_db_config is variadic, which Swift does not import: switches one SQLITE_DBCONFIG_ flag on or off.
static inline int tonearm_sqlite_db_config(sqlite3 *db, int option, int on) {
    return sqlite3_db_config(db, option, on, (int *)0);
}
