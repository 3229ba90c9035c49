package io.rowandb.engine.scan;

import io.rowandb.engine.cell.CellScanner;
import java.util.List;

/**
 * One family as a scan meets it: its rules, and scanners over its memstores and files.
 *
 * @param family the family's name
 * @param rules which of its cells live
 * @param maxRowBytes hbase.table.max.rowsize: more of a row no call reads, be it a get or a scan
 *     whose filter judges whole rows; others read rows in pieces
 * @param newestFirst its sources; among equal cells the earlier source wins
 */
public record FamilySource(
    byte[] family, VersionRules rules, long maxRowBytes, List<CellScanner> newestFirst) {
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
        List.of(new CompactedScanner(newestFirst, rules, readPoint, nowMillis)));
  }

  /**
   * Whether a source can matter to a read. One that cannot must be left out: which rows and markers
   * a scan meets is part of what HBase's filters can observe.
   *
   * @param minTimestamp the least timestamp the source's cells concern: 0 when it has a marker that
   *     masks everything before its time
   * @param maxTimestamp the greatest timestamp of a cell of the source
   */
  public static boolean concerns(
      ScanSpec spec,
      byte[] family,
      VersionRules rules,
      long minTimestamp,
      long maxTimestamp,
      long nowMillis) {
    ScanSpec.FamilySpec wanted = spec.familySpec(family);
    return minTimestamp < wanted.maxTimestamp()
        && maxTimestamp >= wanted.minTimestamp()
        && isAlive(rules, spec.raw() ? ScanMode.USER_RAW : ScanMode.USER, maxTimestamp, nowMillis);
  }

  /**
   * Whether a file with this greatest timestamp can matter to a compaction; flushes ask nothing.
   */
  public static boolean concernsCompaction(VersionRules rules, long maxTimestamp, long nowMillis) {
    return isAlive(rules, ScanMode.MAJOR_COMPACTION, maxTimestamp, nowMillis);
  }

  private static boolean isAlive(
      VersionRules rules, ScanMode mode, long maxTimestamp, long nowMillis) {
    return rules.minVersions() > 0 || !Expiry.of(rules, mode, nowMillis).isOld(maxTimestamp);
  }
}
