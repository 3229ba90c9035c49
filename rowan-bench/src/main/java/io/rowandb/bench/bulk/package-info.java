/**
 * Measures a bulk load of many lines, such as a day of a large log.
 *
 * <p>Enters: a number of lines. Leaves: a file of them, and the figures of the loading process. The
 * load is {@code ./rowan load --bulk} itself: this is the only package that depends on {@code
 * rowan-cli}, and only on its main class, which runs in its own JVM under {@link
 * io.rowandb.bench.bulk.BulkLoadMain}. So it measures what a user starts, and rowan-bench does not
 * duplicate the loading code. {@link io.rowandb.bench.bulk.RecordLoadMain} loads the same lines as
 * records of a design. After a crash the directory is discarded. Read {@link
 * io.rowandb.bench.bulk.BulkLoadBench} first.
 */
package io.rowandb.bench.bulk;
