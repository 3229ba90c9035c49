package io.rowandb.engine.scan;

import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellTags;

/**
 * The stage that hides cells by age: by the family's TTL, and by a TTL that a cell carries as a
 * tag.
 *
 * <p>The family's TTL gives way to MIN_VERSIONS, so without an early verdict the column stage
 * decides; a cell's own TTL hides it regardless. A raw read checks only the second.
 */
final class Expiry {
  private final long oldestLiveTimestamp;
  private final boolean earlyVerdict;
  private final long nowMillis;

  private Expiry(long oldestLiveTimestamp, boolean earlyVerdict, long nowMillis) {
    this.oldestLiveTimestamp = oldestLiveTimestamp;
    this.earlyVerdict = earlyVerdict;
    this.nowMillis = nowMillis;
  }

  /** When the read or rewrite began. */
  long nowMillis() {
    return nowMillis;
  }

  /** The expiry of a read or rewrite that begins at {@code nowMillis}. */
  static Expiry of(VersionRules rules, ScanMode mode, long nowMillis) {
    if (mode == ScanMode.USER_RAW) {
      return new Expiry(0, rules.minVersions() == 0, nowMillis);
    }
    // With sequence ids in charge an old marker may mask a young cell: no early verdict.
    boolean earlyVerdict = rules.minVersions() == 0 && !rules.newVersionBehavior();
    return new Expiry(rules.oldestLiving(nowMillis), earlyVerdict, nowMillis);
  }

  /** Whether the family's TTL has passed for this timestamp. */
  boolean isOld(long timestamp) {
    return timestamp < oldestLiveTimestamp;
  }

  /** Whether a cell with this timestamp and all older ones of its column are out already. */
  boolean endsColumn(long timestamp) {
    return timestamp < oldestLiveTimestamp && earlyVerdict;
  }

  /** Whether the cell's own TTL has passed; the first TTL tag counts. */
  boolean endsCell(Cell cell) {
    int length = cell.tagsLength();
    return length > 0 && tagsEndCell(cell, cell.tagsOffset(), cell.tagsOffset() + length);
  }

  private boolean tagsEndCell(Cell cell, int from, int end) {
    int at = CellTags.ttl(cell.array(), from, end);
    return at < end && cell.timestamp() + CellTags.ttlMillis(cell.array(), at) < nowMillis;
  }
}
