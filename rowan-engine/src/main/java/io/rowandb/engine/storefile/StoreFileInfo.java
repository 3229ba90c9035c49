package io.rowandb.engine.storefile;

import java.nio.file.Path;
import java.util.Arrays;

/**
 * What is known about a finished store file without reading its cells. For a part of a file ({@link
 * StoreFile#isPart}) it has the part's rows and its share of the bytes; everything else is that of
 * the whole file.
 *
 * @param path where it is
 * @param fileBytes its length
 * @param entryCount its cells
 * @param maxSequence the highest sequence id of its input, as told to the writer, or the one that
 *     its name assigns ({@link AssignedSequence})
 * @param minTimestamp the smallest timestamp of a cell, or affected by a marker that deletes all
 *     older ones; {@code Long.MAX_VALUE} without cells
 * @param maxTimestamp the greatest timestamp of a cell; -1 without cells
 * @param earliestPutTimestamp no put is older; {@code Long.MAX_VALUE} without puts, {@code
 *     Long.MIN_VALUE} when unknown
 * @param firstRow the first row; null without cells
 * @param lastRow the last row; null without cells
 * @param majorCompaction whether a major compaction wrote it
 * @param keptFromMinorCompactions whether its creator wants it merged only by major compactions:
 *     hbase.mapreduce.hfileoutputformat.compaction.exclude
 * @param createdMillis when its writer was created
 * @param deleteMarkers how many of its cells are delete markers; -1 when unknown, as in a file that
 *     HBase wrote
 * @param maxTagsBytes the maximum bytes of tags in a cell; 0 if no cell has any
 */
public record StoreFileInfo(
    Path path,
    long fileBytes,
    long entryCount,
    long maxSequence,
    long minTimestamp,
    long maxTimestamp,
    long earliestPutTimestamp,
    byte[] firstRow,
    byte[] lastRow,
    boolean majorCompaction,
    boolean keptFromMinorCompactions,
    long createdMillis,
    long deleteMarkers,
    int maxTagsBytes) {
  /** The same with the sequence id that the name gives all cells, if it gives one. */
  StoreFileInfo named() {
    long sequence = AssignedSequence.of(path);
    return sequence == AssignedSequence.NONE ? this : withMaxSequence(sequence);
  }

  private StoreFileInfo withMaxSequence(long sequence) {
    return new StoreFileInfo(
        path,
        fileBytes,
        entryCount,
        sequence,
        minTimestamp,
        maxTimestamp,
        earliestPutTimestamp,
        firstRow,
        lastRow,
        majorCompaction,
        keptFromMinorCompactions,
        createdMillis,
        deleteMarkers,
        maxTagsBytes);
  }

  /**
   * Whether its first and last row leave room for a row of a range.
   *
   * @param least no row of the range is before it
   * @param greatest no row of the range is behind it; empty for no bound
   */
  public boolean hasRowsBetween(byte[] least, byte[] greatest) {
    return firstRow != null
        && Arrays.compareUnsigned(lastRow, least) >= 0
        && (greatest.length == 0 || Arrays.compareUnsigned(firstRow, greatest) <= 0);
  }

  /** Of the part of the file that has these rows, which may be none: null and null. */
  StoreFileInfo part(long partBytes, byte[] partFirstRow, byte[] partLastRow) {
    return new StoreFileInfo(
        path,
        partBytes,
        partFirstRow == null ? 0 : entryCount,
        maxSequence,
        minTimestamp,
        maxTimestamp,
        earliestPutTimestamp,
        partFirstRow,
        partLastRow,
        majorCompaction,
        keptFromMinorCompactions,
        createdMillis,
        deleteMarkers,
        maxTagsBytes);
  }
}
