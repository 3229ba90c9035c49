package io.rowandb.testkit.model;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.ExtendedCell;
import org.apache.hadoop.hbase.KeepDeletedCells;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.Tag;
import org.apache.hadoop.hbase.TagType;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.io.TimeRange;

/**
 * What delete markers, times to live and the count of versions leave of one family of one row. Each
 * rule looks at all cells, so that it can be read by itself.
 */
final class VisibleVersions {
  private final ColumnFamilyDescriptor family;
  private final Purpose purpose;
  private final TimeRange range;
  private final int versions;
  private final long nowMillis;

  // Of the family, which makes them of text each time.
  private final KeepDeletedCells keepDeleted;
  private final int ttlSeconds;
  private final boolean newVersionBehavior;

  /**
   * Of one look.
   *
   * @param family its settings
   * @param purpose who wants to know
   * @param range the times that are looked at
   * @param versions how many versions of a column are wanted
   * @param nowMillis the time by which cells expire
   */
  VisibleVersions(
      ColumnFamilyDescriptor family,
      Purpose purpose,
      TimeRange range,
      int versions,
      long nowMillis) {
    this.family = family;
    this.purpose = purpose;
    this.range = range;
    this.versions = versions;
    this.nowMillis = nowMillis;
    keepDeleted = family.getKeepDeletedCells();
    ttlSeconds = family.getTimeToLive();
    newVersionBehavior = family.isNewVersionBehavior();
  }

  /** What the cells are chosen for. */
  enum Purpose {
    /** A get or a scan: values that are not deleted. */
    READ,
    /** A raw scan: everything that is stored. */
    RAW,
    /** A flush or minor compaction: without what is hidden, with what hides. */
    REWRITE,
    /** A major compaction: without markers too. */
    MAJOR
  }

  /**
   * @param cells all of one family of one row, in HBase's order: versions of a column newest first
   */
  List<Cell> of(List<Cell> cells) {
    List<Cell> distinct = withoutOverwritten(cells);
    List<Cell> markers = distinct.stream().filter(CellUtil::isDelete).toList();
    List<Cell> chosen = new ArrayList<>();
    Cell before = null;
    int place = 0;
    for (Cell cell : distinct) {
      place = before != null && CellUtil.matchingQualifier(before, cell) ? place : 0;
      before = cell;
      if (CellUtil.isDelete(cell)) {
        if (keepsMarker(cell, distinct)) {
          chosen.add(cell);
        }
      } else if (counts(cell, markers)) {
        place++;
        if (isAmongTheWanted(cell, place) && !isDeleted(cell, markers)) {
          chosen.add(cell);
        }
      }
    }
    return chosen;
  }

  /** Of cells that differ in their sequence alone the latest written counts; it comes first. */
  private static List<Cell> withoutOverwritten(List<Cell> cells) {
    List<Cell> distinct = new ArrayList<>();
    for (Cell cell : cells) {
      Cell last = distinct.isEmpty() ? null : distinct.get(distinct.size() - 1);
      if (last == null
          || !CellUtil.matchingQualifier(last, cell)
          || last.getTimestamp() != cell.getTimestamp()
          || last.getType() != cell.getType()) {
        distinct.add(cell);
      }
    }
    return distinct;
  }

  private boolean keepsMarker(Cell marker, List<Cell> all) {
    return switch (purpose) {
      case READ -> false;
      case RAW -> range.withinTimeRange(marker.getTimestamp());
      case REWRITE -> true;
      case MAJOR ->
          isTooYoungToGo(marker)
              || (isKept(marker)
                  && all.stream()
                      .anyMatch(
                          put ->
                              !CellUtil.isDelete(put)
                                  && put.getTimestamp() <= marker.getTimestamp()));
    };
  }

  private boolean isTooYoungToGo(Cell marker) {
    String configured = family.getConfigurationValue("hbase.hstore.time.to.purge.deletes");
    return configured != null && nowMillis - marker.getTimestamp() <= Long.parseLong(configured);
  }

  /** Whether the family keeps what was deleted, and this marker with it. */
  private boolean isKept(Cell marker) {
    return keepDeleted == KeepDeletedCells.TRUE
        || (keepDeleted == KeepDeletedCells.TTL && !isOlderThanTtl(marker));
  }

  /**
   * @param place the number of this version of its column, beginning with one
   */
  private boolean isAmongTheWanted(Cell put, int place) {
    return place <= versions && (!isOlderThanTtl(put) || place <= family.getMinVersions());
  }

  /** Whether a version takes a place among those of its column. */
  private boolean counts(Cell put, List<Cell> markers) {
    if (isExpiredByItsOwnTtl(put) || !range.withinTimeRange(put.getTimestamp())) {
      return false;
    }
    return !isDeleted(put, markers) || countsThoughDeleted(put, markers);
  }

  /** With NEW_VERSION_BEHAVIOR a version that was deleted by itself still counts. */
  private boolean countsThoughDeleted(Cell put, List<Cell> markers) {
    return newVersionBehavior
        && markers.stream()
            .filter(marker -> hides(marker, put))
            .allMatch(
                marker ->
                    marker.getType() == Cell.Type.Delete
                        || marker.getType() == Cell.Type.DeleteFamilyVersion);
  }

  private boolean isDeleted(Cell put, List<Cell> markers) {
    return purpose != Purpose.RAW
        && !markers.isEmpty()
        && markers.stream().anyMatch(marker -> isHeeded(marker) && hides(marker, put));
  }

  /** Whether a marker hides anything for this purpose. */
  private boolean isHeeded(Cell marker) {
    if (purpose == Purpose.READ) {
      return keepDeleted == KeepDeletedCells.FALSE
          ? range.getMin() <= marker.getTimestamp()
          : range.withinTimeRange(marker.getTimestamp());
    }
    return !isKept(marker);
  }

  private boolean hides(Cell marker, Cell put) {
    long time = marker.getTimestamp();
    boolean covers =
        switch (marker.getType()) {
          case DeleteFamily -> put.getTimestamp() <= time;
          case DeleteFamilyVersion -> put.getTimestamp() == time;
          case DeleteColumn ->
              CellUtil.matchingQualifier(marker, put) && put.getTimestamp() <= time;
          case Delete -> CellUtil.matchingQualifier(marker, put) && put.getTimestamp() == time;
          default -> false;
        };
    return covers && (!newVersionBehavior || sequence(put) <= sequence(marker));
  }

  private static long sequence(Cell stored) {
    return ((ExtendedCell) stored).getSequenceId();
  }

  private boolean isOlderThanTtl(Cell cell) {
    return ttlSeconds != Integer.MAX_VALUE && cell.getTimestamp() < nowMillis - ttlSeconds * 1_000L;
  }

  private boolean isExpiredByItsOwnTtl(Cell cell) {
    Optional<Tag> ttl = PrivateCellUtil.getTag(cell, TagType.TTL_TAG_TYPE);
    return ttl.isPresent()
        && cell.getTimestamp() + ByteBuffer.wrap(Tag.cloneValue(ttl.get())).getLong() < nowMillis;
  }
}
