package io.rowandb.engine.scan;

import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellType;
import io.rowandb.engine.scan.VersionRules.KeepDeletedCells;
import java.io.IOException;

/**
 * All stages in their order: they decide which cells of one family a read shows, or a rewrite
 * keeps.
 *
 * <p>The order is that of {@link #judge}. The read point comes before it ({@link CellCursor}).
 * Reads and rewrites differ in their settings: a rewrite has neither time range nor chosen columns
 * nor filter, and the {@link ScanMode} determines what happens to a delete marker.
 *
 * <p>Used by one thread; sees the cells of a row in order, {@link #startRow} before the first.
 */
final class ScanPipeline {
  // Fixed at construction.
  private final ScanMode mode;
  private final VersionRules rules;
  private final boolean keepsAll;
  private final Expiry expiry;
  private final DeleteStage deletes;
  private final ColumnStage columns;
  private final FilterStage filter;
  private final long minTimestamp;
  private final long maxTimestamp;

  /** Flushes: delete markers of rows that are not among these go, except those of the future. */
  private final OlderRows olderRows;

  /** Rewrites of all files: no put is older than this. */
  private final long earliestPutTimestamp;

  /** Whether a marker was met in this row; sequence ids count versions without one too. */
  private boolean deletesAsked;

  /** Flushes: whether it is known for this row what {@link #olderRows} says. */
  private boolean olderKnown;

  private boolean older;

  /** Reads: cells so far that deletions hide, and their markers. */
  private long hidden;

  private ScanPipeline(
      ScanMode mode,
      VersionRules rules,
      Expiry expiry,
      DeleteStage deletes,
      ColumnStage columns,
      FilterStage filter,
      long minTimestamp,
      long maxTimestamp,
      OlderRows olderRows,
      long earliestPutTimestamp) {
    this.mode = mode;
    this.rules = rules;
    this.keepsAll =
        rules.newVersionBehavior() && (mode == ScanMode.FLUSH || mode == ScanMode.MINOR_COMPACTION);
    this.expiry = expiry;
    this.deletes = deletes;
    this.columns = columns;
    this.filter = filter;
    this.minTimestamp = minTimestamp;
    this.maxTimestamp = maxTimestamp;
    this.olderRows = olderRows;
    this.earliestPutTimestamp = earliestPutTimestamp;
  }

  /** The stages of a client's read of one family. */
  static ScanPipeline read(
      ScanSpec spec, ScanSpec.FamilySpec family, VersionRules rules, long nowMillis) {
    ScanMode mode = spec.raw() ? ScanMode.USER_RAW : ScanMode.USER;
    int resultVersions =
        spec.raw() ? spec.maxVersions() : Math.min(spec.maxVersions(), rules.maxVersions());
    int checkedVersions = resultVersions;
    if (spec.filter() != null) {
      checkedVersions = spec.raw() ? Integer.MAX_VALUE : rules.maxVersions();
    }
    Expiry expiry = Expiry.of(rules, mode, nowMillis);
    boolean bySequence = rules.newVersionBehavior() && !spec.raw();
    DeleteStage deletes = deletes(bySequence, rules);
    ColumnStage columns =
        columns(family.qualifiers(), deletes, resultVersions, checkedVersions, rules, expiry);
    return new ScanPipeline(
        mode,
        rules,
        expiry,
        deletes,
        columns,
        spec.filter() == null ? null : new FilterStage(spec.filter(), columns, resultVersions),
        family.minTimestamp(),
        family.maxTimestamp(),
        OlderRows.ANY,
        Long.MIN_VALUE);
  }

  /** The stages of a flush or compaction. */
  static ScanPipeline rewrite(
      VersionRules rules,
      ScanMode mode,
      OlderRows olderRows,
      long earliestPutTimestamp,
      long nowMillis) {
    Expiry expiry = Expiry.of(rules, mode, nowMillis);
    int versions = rules.maxVersions();
    DeleteStage deletes = deletes(rules.newVersionBehavior(), rules);
    return new ScanPipeline(
        mode,
        rules,
        expiry,
        deletes,
        columns(null, deletes, versions, versions, rules, expiry),
        null,
        0,
        Long.MAX_VALUE,
        olderRows,
        earliestPutTimestamp);
  }

  private static DeleteStage deletes(boolean bySequence, VersionRules rules) {
    return bySequence ? new SequenceDeletes(rules.maxVersions()) : new TimestampDeletes();
  }

  private static ColumnStage columns(
      byte[][] wanted,
      DeleteStage deletes,
      int resultVersions,
      int checkedVersions,
      VersionRules rules,
      Expiry expiry) {
    if (deletes instanceof SequenceDeletes sequences) {
      return new SequenceColumns(wanted, resultVersions, rules.minVersions(), expiry, sequences);
    }
    return wanted == null
        ? new AllColumns(checkedVersions, rules.minVersions(), expiry)
        : new ChosenColumns(wanted, checkedVersions, rules.minVersions(), expiry);
  }

  /** The scan enters a row. */
  void startRow() {
    olderKnown = false;
    deletes.startRow();
    deletesAsked = rules.newVersionBehavior() && mode != ScanMode.USER_RAW;
    columns.startRow();
    if (filter != null) {
      filter.startRow();
    }
  }

  /** What becomes of the next cell of the row; never PASS. The order of the stages is here. */
  Verdict judge(Cell cell) throws IOException {
    if (keepsAll) {
      return Verdict.INCLUDE;
    }
    if (columns.done()) {
      return Verdict.NEXT_ROW;
    }
    long timestamp = cell.timestamp();
    // Expiry.
    if (expiry.endsColumn(timestamp)) {
      return columns.nextColumnOrRow(cell);
    }
    if (expiry.endsCell(cell)) {
      return Verdict.SKIP;
    }
    // Deletes.
    Verdict verdict = CellType.isDelete(cell.type()) ? judgeMarker(cell) : judgeMasking(cell);
    if (verdict != Verdict.PASS) {
      return verdict;
    }
    // Time range.
    if (timestamp >= maxTimestamp && maxTimestamp != Long.MAX_VALUE) {
      return Verdict.SKIP;
    }
    if (timestamp < minTimestamp) {
      return columns.nextColumnOrRow(cell);
    }
    // Columns.
    verdict = columns.checkColumn(cell);
    if (verdict != Verdict.PASS) {
      return verdict;
    }
    // The family's versions.
    verdict = columns.checkVersion(cell);
    if (filter == null || verdict == Verdict.SKIP || verdict == Verdict.NEXT_COLUMN) {
      return verdict;
    }
    // The cell filter, then the scan's versions.
    return filter.judge(cell, verdict);
  }

  /** How many cells deletions hid from a read since the last call, delete markers included. */
  long takeHidden() {
    long taken = hidden;
    hidden = 0;
    return taken;
  }

  /** The next column that is wanted, or null when all are. */
  byte[] nextWantedColumn() {
    return columns.nextWanted();
  }

  private Verdict judgeMasking(Cell put) {
    if (!deletesAsked) {
      return Verdict.PASS;
    }
    DeleteStage.Masking masking = deletes.maskingOf(put);
    if (masking == DeleteStage.Masking.NONE) {
      return Verdict.PASS;
    }
    hidden++;
    return masking == DeleteStage.Masking.VERSION ? Verdict.SKIP : columns.nextColumnOrRow(put);
  }

  private Verdict judgeMarker(Cell marker) throws IOException {
    return switch (mode) {
      case USER -> {
        hidden++;
        if (isMarkerInRange(marker.timestamp())) {
          remember(marker);
        }
        yield Verdict.SKIP;
      }
      case USER_RAW -> Verdict.PASS;
      case FLUSH, MINOR_COMPACTION -> {
        if (masksInRewrite(marker)) {
          remember(marker);
        }
        yield marker.timestamp() > expiry.nowMillis() || isRowOlder(marker)
            ? Verdict.INCLUDE
            : Verdict.SKIP;
      }
      case MAJOR_COMPACTION -> {
        if (masksInRewrite(marker)) {
          remember(marker);
        }
        yield dropMarker(marker);
      }
    };
  }

  private boolean isRowOlder(Cell marker) throws IOException {
    if (!olderKnown) {
      older = olderRows.mayHave(marker);
      olderKnown = true;
    }
    return older;
  }

  private void remember(Cell marker) {
    deletes.add(marker);
    deletesAsked = true;
  }

  /** With KEEP_DELETED_CELLS a read sees past markers that are younger than its time range. */
  private boolean isMarkerInRange(long timestamp) {
    boolean tooYoung = timestamp >= maxTimestamp && maxTimestamp != Long.MAX_VALUE;
    return timestamp >= minTimestamp
        && !(tooYoung && rules.keepDeletedCells() != KeepDeletedCells.FALSE);
  }

  private boolean masksInRewrite(Cell marker) {
    return switch (rules.keepDeletedCells()) {
      case FALSE -> true;
      case TRUE -> false;
      case TTL -> expiry.isOld(marker.timestamp());
    };
  }

  /** A marker that no longer masks anything goes; one that is kept counts with its column. */
  private Verdict dropMarker(Cell marker) {
    if (rules.keepsMarker(marker.timestamp(), expiry.nowMillis())) {
      return Verdict.INCLUDE;
    }
    if (masksInRewrite(marker)) {
      return Verdict.SKIP;
    }
    return marker.timestamp() < earliestPutTimestamp
        ? columns.nextColumnOrRow(marker)
        : Verdict.PASS;
  }
}
