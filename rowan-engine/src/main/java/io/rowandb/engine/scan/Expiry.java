package io.rowandb.engine.scan;

import io.rowandb.engine.cell.Bytes;
import io.rowandb.engine.cell.Cell;

/**
 * The stage that hides cells by age: the family's TTL, and a TTL that a cell carries as a tag.
 *
 * <p>The family's TTL gives way to MIN_VERSIONS, so without an early verdict the column stage
 * decides; a cell's own TTL hides it whatever else holds. A raw read asks for the second only.
 */
final class Expiry {
  /** HBase's code of the tag with a cell's TTL in milliseconds, 8 bytes. */
  private static final int TTL_TAG = 8;

  private static final int TAG_HEADER_BYTES = 3;

  private final long oldestLiveTimestamp;
  private final boolean earlyVerdict;
  private final long nowMillis;

  private Expiry(long oldestLiveTimestamp, boolean earlyVerdict, long nowMillis) {
    this.oldestLiveTimestamp = oldestLiveTimestamp;
    this.earlyVerdict = earlyVerdict;
    this.nowMillis = nowMillis;
  }

  /** The expiry of a read or rewrite that begins at {@code nowMillis}. */
  static Expiry of(VersionRules rules, ScanMode mode, long nowMillis) {
    if (mode == ScanMode.USER_RAW) {
      return new Expiry(0, rules.minVersions() == 0, nowMillis);
    }
    // With sequence ids in charge an old marker may mask a young cell: no early verdict.
    boolean earlyVerdict = rules.minVersions() == 0 && !rules.newVersionBehavior();
    return new Expiry(nowMillis - rules.ttlMillis(), earlyVerdict, nowMillis);
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
    byte[] array = cell.array();
    for (int at = from; at + TAG_HEADER_BYTES <= end; ) {
      // The length counts the type byte but not itself.
      int tagLength = Bytes.getUnsignedShort(array, at);
      if (array[at + 2] == TTL_TAG) {
        return cell.timestamp() + Bytes.getLong(array, at + TAG_HEADER_BYTES) < nowMillis;
      }
      at += 2 + tagLength;
    }
    return false;
  }
}
