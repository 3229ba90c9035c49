/**
 * A bulk load of many lines, as a day of a large log is.
 *
 * <p>Enters: a number of lines. Leaves: a file of them, and what the process of the load tells of
 * itself. The load is {@code ./rowan load --bulk} itself: this is the one package that knows {@code
 * rowan-cli}, and of that only its main class, which runs in a JVM of its own under {@link
 * io.rowandb.bench.bulk.BulkLoadMain}. So what is measured is what a user starts, and rowan-bench
 * has nothing of the load's code to keep. After a crash the directory is thrown away. Read {@link
 * io.rowandb.bench.bulk.BulkLoadBench} first.
 */
package io.rowandb.bench.bulk;
