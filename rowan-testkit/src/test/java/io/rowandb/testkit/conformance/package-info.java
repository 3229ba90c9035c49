/**
 * The conformance suite: what HBase's client API answers, said once and asked of every back end.
 *
 * <p>A test knows HBase's client API, and of the {@link io.rowandb.testkit.conformance.Backend}
 * only what the API cannot force: a flush that is done when the call returns, a compaction, the
 * time. The system property {@code rowan.backend} chooses among {@code fast} and {@code complete},
 * Rowan's two doors; {@code model}, a sorted map; and {@code hbase}, HBase itself in the test's own
 * process. The build runs the suite once for each; a statement is HBase's because the last of them
 * agrees.
 *
 * <p>Tests are named by the row of the feature list that they prove ({@code f48_…}) or by HBase's
 * trap ({@code trap12_…}). What a test needs and not every back end has is declared by {@link
 * io.rowandb.testkit.conformance.Needs}; an answer that is known to differ is a row of {@link
 * io.rowandb.testkit.conformance.KnownDifferences}, and a difference that is gone fails.
 *
 * <p>Read {@link io.rowandb.testkit.conformance.ConformanceTest} first: each test has a fresh table
 * and short words for cells.
 */
package io.rowandb.testkit.conformance;
