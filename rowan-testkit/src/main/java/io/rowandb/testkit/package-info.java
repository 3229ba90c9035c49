/**
 * Tests of programs that use HBase's client API, on stores that live in memory and are there in
 * milliseconds: what HBase's own testing utility starts a cluster for.
 *
 * <p>{@link io.rowandb.testkit.RowanTest} on a JUnit 5 test class gives each test a store of its
 * own, and to the parameters of its methods connections, tables and the {@link
 * io.rowandb.testkit.TestStore} itself, which moves the clock, flushes, compacts, crashes, forks
 * and rolls back. {@code TestStore} works without JUnit 5 as well. The program under test needs
 * nothing of this package: it opens its connection from the injected {@code Configuration}, or is
 * given one.
 *
 * <p>All work of a store (flushes, compactions) runs in the thread that causes it, and is done when
 * the call returns; there are no threads in the background, and nothing waits for time to pass. A
 * store is not written anywhere: a crash is played in memory. Read {@link
 * io.rowandb.testkit.RowanTest} first.
 */
package io.rowandb.testkit;
