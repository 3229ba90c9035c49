package io.rowandb.testkit.conformance;

/** What a test may need of a back end and not every one has. */
enum Capability {
  /** The content survives closing and opening again. */
  REOPEN,
  /** There are store files, and figures of them. */
  STORE_FILES,
  /** There is an asynchronous connection to the same data. */
  ASYNC,
  /** All of {@code Admin} answers, not only what makes and removes tables. */
  FULL_ADMIN,
  /** {@code BufferedMutator}, limits, timeouts, pools: what a client does beside the data. */
  FULL_CLIENT,
  /** What HBase's scanner shows beyond its own rules. */
  ODDITIES,
  /** It refuses what has no meaning in one process. */
  REFUSALS
}
