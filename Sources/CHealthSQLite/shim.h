#include <sqlite3.h>

// Settings of a connection; sqlite3_db_config takes variable arguments, so Swift cannot call it. A name in double quotes is
// never a text. Foreign keys are not enforced: SQLite would search every table for every deleted sample. For a file that
// another program may have made: no SQL can damage it, and nothing that its schema contains is run.
static inline int SQLiteConfigure(sqlite3 *connection, int isForeign) {
  static const int settings[][2] = {
    {SQLITE_DBCONFIG_DQS_DDL, 0},
    {SQLITE_DBCONFIG_DQS_DML, 0},
    {SQLITE_DBCONFIG_ENABLE_FKEY, 0},
    {SQLITE_DBCONFIG_DEFENSIVE, 1},
    {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
    {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0},
    {SQLITE_DBCONFIG_ENABLE_VIEW, 0},
  };
  int count = isForeign ? (int)(sizeof settings / sizeof *settings) : 3;
  for (int i = 0; i < count; i++) {
    int code = sqlite3_db_config(connection, settings[i][0], settings[i][1], (int *)0);
    if (code != SQLITE_OK) return code;
  }
  return SQLITE_OK;
}
