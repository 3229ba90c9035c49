/**
 * Random histories of one region, run on HBase's own region class, or on a whole HBase through its
 * client, and on Rowan, compared cell by cell and failure by failure.
 *
 * <p>Enters: a seed. Leaves: nothing, or a failure that prints the seed, the settings and the
 * operations that it takes, shortened, and the same as a test to paste into this package
 * (TestSource). Both sides get HBase's own request objects and the same clock, and flush and
 * compact at the same points, since HBase's answers depend on them. Read {@link
 * io.rowandb.testkit.oracle.RegionDriver} first, then {@link
 * io.rowandb.testkit.oracle.HistoryRunner}.
 */
package io.rowandb.testkit.oracle;
