/**
 * Proof that the tests of durability can fail: the engine is broken on purpose, one line at a time,
 * and the test that promises to notice must.
 *
 * <p>In come sources and a change of one, out comes whether a test fails with it, in a process of
 * its own. Read first: {@code MutantsTest}.
 */
package io.rowandb.engine.mutants;
