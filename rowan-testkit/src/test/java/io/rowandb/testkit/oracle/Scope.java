package io.rowandb.testkit.oracle;

/** How much of HBase a history asks for; each includes the one before it. */
enum Scope {
  /** Puts and deletes with explicit times, gets and scans. */
  ROOMS,
  /** What a region does for a client: implicit times, increments, appends, checks, batches. */
  REGION,
  /** What HBase's client and server do together: limits, pages, partial results. */
  CLIENT
}
