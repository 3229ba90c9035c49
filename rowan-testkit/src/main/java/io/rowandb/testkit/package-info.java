/**
 * Tests programs that use HBase's client API on stores in memory that open in milliseconds; HBase's
 * own testing utility starts a cluster for this.
 *
 * <p>{@link io.rowandb.testkit.RowanTest} on a JUnit 5 test class gives each test its own store,
 * and injects into the parameters of its methods connections, tables and the {@link
 * io.rowandb.testkit.TestStore} itself, which moves the clock, flushes, compacts, crashes, forks
 * and rolls back. {@code TestStore} works without JUnit 5 as well. The program under test does not
 * need this package: it opens its connection from the injected {@code Configuration}, or is given
 * one.
 *
 * <p>All work of a store (flushes, compactions) runs in the thread that causes it, and is complete
 * when the call returns; there are no background threads, and nothing waits for time to pass. A
 * store is not written anywhere: a crash is simulated in memory. Read {@link
 * io.rowandb.testkit.RowanTest} first.
 */
package io.rowandb.testkit;
