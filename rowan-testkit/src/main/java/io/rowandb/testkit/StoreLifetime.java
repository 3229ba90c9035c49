package io.rowandb.testkit;

/** Which tests share a store. */
public enum StoreLifetime {
  /** Each test method, and each invocation of a repeated or parameterized one, has a fresh one. */
  METHOD,

  /** One for all tests of the class and its nested classes: a test sees what others left. */
  CLASS,

  /**
   * One for the class, which {@code @BeforeAll} methods fill; each test method has a fork of it,
   * and changes only that. Tests may run in parallel.
   */
  FORK
}
