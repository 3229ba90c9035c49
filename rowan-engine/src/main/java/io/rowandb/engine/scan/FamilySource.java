package io.rowandb.engine.scan;

import io.rowandb.engine.cell.CellScanner;
import java.util.List;

/**
 * One family as a source of a scan: its rules, and scanners over its memstores and files.
 *
 * @param family the family's name
 * @param rules which of its cells live
 * @param maxRowBytes hbase.table.max.rowsize: the maximum of a row that is read by a get or by a
 *     scan whose filter judges whole rows; other scans read rows in pieces
 * @param hidden told what its reads step over
 * @param newestFirst its sources; among equal cells the earlier source wins
 */
public record FamilySource(
    byte[] family,
    VersionRules rules,
    long maxRowBytes,
    HiddenCells hidden,
    List<CellScanner> newestFirst) {
  /** Copies the list. */
  public FamilySource {
    newestFirst = List.copyOf(newestFirst);
  }

  /**
   * The family as it would be after a major compaction of all these sources.
   *
   * @param readPoint cells with a greater sequence id take no part
   * @param nowMillis the time for TTLs
   */
  public FamilySource afterMajorCompaction(long readPoint, long nowMillis) {
    return new FamilySource(
        family,
        rules,
        maxRowBytes,
        hidden,
        List.of(new CompactedScanner(newestFirst, rules, readPoint, nowMillis)));
  }
}
