package io.rowandb.load;

import java.time.Duration;

/**
 * What a load did.
 *
 * @param name of the load
 * @param records how many the tables got by it, in this run or an earlier one
 * @param wasLoaded whether an earlier run had done it, so that this one did nothing
 * @param timeMillis the time of all its cells, in milliseconds since 1970
 * @param files the HFiles that the tables got in this run
 * @param bytes of these
 * @param sorting the time of reading, encoding and sorting in this run
 * @param merging the time of merging in this run, with the look at rows that are there
 * @param handingOver the time until the tables had the files
 */
public record LoadReport(
    String name,
    long records,
    boolean wasLoaded,
    long timeMillis,
    int files,
    long bytes,
    Duration sorting,
    Duration merging,
    Duration handingOver) {
  /** Of a load that was done before. */
  static LoadReport of(LoadNote note) {
    return new LoadReport(
        note.name(),
        note.records(),
        /* wasLoaded= */ true,
        note.timeMillis(),
        0,
        0,
        Duration.ZERO,
        Duration.ZERO,
        Duration.ZERO);
  }
}
