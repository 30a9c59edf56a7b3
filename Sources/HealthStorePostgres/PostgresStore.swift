#if PostgreSQL
  import CLibPQ
#endif
