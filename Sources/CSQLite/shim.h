// sqlite3_db_config takes variable arguments, so Swift cannot call it. The library itself is linked by GRDBSQLite.
#include <sqlite3.h>

// For a file that somebody else may have made: no SQL can damage it, and nothing that its schema contains is run.
static inline int SQLiteDistrust(sqlite3 *connection) {
  static const int settings[][2] = {
    {SQLITE_DBCONFIG_DEFENSIVE, 1},
    {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
    {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0},
    {SQLITE_DBCONFIG_ENABLE_VIEW, 0},
  };
  for (int i = 0; i < (int)(sizeof settings / sizeof *settings); i++) {
    int code = sqlite3_db_config(connection, settings[i][0], settings[i][1], (int *)0);
    if (code != SQLITE_OK) return code;
  }
  return SQLITE_OK;
}
