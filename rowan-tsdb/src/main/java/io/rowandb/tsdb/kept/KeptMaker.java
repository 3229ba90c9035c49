package io.rowandb.tsdb.kept;

import io.rowandb.tsdb.codec.PointTime;
import io.rowandb.tsdb.kept.KeptEraser.Columns;
import io.rowandb.tsdb.store.PointScans;
import io.rowandb.tsdb.store.PointStoreOptions;
import io.rowandb.tsdb.store.RangeQuery;
import io.rowandb.tsdb.store.ReadLimits;
import io.rowandb.tsdb.uid.Uids;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.util.Bytes;

/** Makes the rollups of hours. Used by any number of threads. */
final class KeptMaker {
  private static final long HOUR_MILLIS = PointTime.ROW_SECONDS * 1_000L;

  /** So far apart may the clocks of two servers be. */
  private static final long CLOCK_MILLIS = 60_000;

  private final Connection connection;
  private final PointStoreOptions options;
  private final Uids uids;
  private final HourMarks marks;

  KeptMaker(Connection connection, PointStoreOptions options, Uids uids, HourMarks marks) {
    this.connection = connection;
    this.options = options;
    this.uids = uids;
    this.marks = marks;
  }

  /** Which hours are made. */
  enum Which {
    /** Those that changed. */
    CHANGED,
    /** Also those that may have sketches and have none, as they were made before sketches were. */
    UNSKETCHED
  }

  /** Whether those of an hour with this mark are to be made, and may be now. */
  boolean isToMake(HourMark mark, Which which) {
    return mark.writers() == 0
        && (!mark.isClean(options.duplicates())
            || (which == Which.UNSKETCHED && !mark.isSketched() && !mark.isUnsketchable()));
  }

  /** Makes those of an hour; whether it did. */
  boolean make(String metric, byte[] uid, long hour, Which which) throws IOException {
    byte[] row = marks.row(uid, hour);
    HourMark before = marks.get(row);
    if (isToMake(before, which) && before.made().length == 0) {
      marks.setNoneMade(row, random(), options.duplicates());
      before = marks.get(row);
    }
    // Without a token now, somebody has removed the metric meanwhile.
    return isToMake(before, which) && before.made().length > 0 && make(metric, row, hour, before);
  }

  /** Whether the tables of sketches are there: not where an older version made the others. */
  boolean areSketched() throws IOException {
    return KeptWriter.areSketched(connection, options);
  }

  private static long random() {
    return UUID.randomUUID().getMostSignificantBits();
  }

  private boolean make(String metric, byte[] row, long hour, HourMark before) throws IOException {
    long token = random();
    RangeQuery range =
        new RangeQuery(metric, hour * 1_000, hour * 1_000 + HOUR_MILLIS - 1, List.of());
    long madeMillis = marks.madeMillis(row); // of the mark before, if it is replaced below
    byte[] made;
    try {
      made = write(range, token, before);
    } catch (IOException | RuntimeException e) {
      eraseAfter(e, range, token);
      throw e;
    }
    // When this fails, the mark may be set all the same, or later, so what was written stays.
    byte[] column = Bytes.toBytes(token);
    boolean done =
        marks.setMade(row, before, made)
            || Arrays.equals(marks.get(row).token(), column); // a client tried twice
    // Somebody else made it, or it did: nobody looks for the other one's any more. Who read a mark
    // before looks at it again.
    if (done) {
      erase(range, Columns.of(before.token()), leftBehind(before, column, madeMillis));
    } else {
      erase(range, column);
    }
    return done;
  }

  /**
   * Sketches that are nobody's: makers of older versions do not know of them. Who writes some now
   * has read a mark before, and that of its time or a later one: those that were written before the
   * mark was set that is replaced now are of another one, which is replaced already.
   */
  private static Columns leftBehind(HourMark before, byte[] column, long madeMillis) {
    return new Columns(before.token(), column, madeMillis - CLOCK_MILLIS);
  }

  /** What was made, for the mark. */
  private byte[] write(RangeQuery range, long token, HourMark before) throws IOException {
    try (KeptWriter writer = new KeptWriter(connection, options, token)) {
      scans(options).scanRows(range, ReadLimits.NONE, writer::add);
      writer.flush();
      return HourMark.made(
          before.changes(), token, options.duplicates(), writer.isExact(), writer.sketches());
    }
  }

  /** A point that cannot be read fails each minute: what was written before it must not pile up. */
  private void eraseAfter(Exception failure, RangeQuery range, long token) {
    try {
      erase(range, Bytes.toBytes(token));
    } catch (IOException | RuntimeException e) {
      failure.addSuppressed(e);
    }
  }

  private void erase(RangeQuery range, byte[] token) throws IOException {
    erase(range, Columns.of(token), Columns.of(token));
  }

  private void erase(RangeQuery range, Columns ofNumbers, Columns ofSketches) throws IOException {
    boolean sketched = areSketched();
    for (KeptLevel each : KeptLevel.values()) {
      erase(each.table(options.tables()), range, ofNumbers);
      if (sketched) {
        erase(each.sketchTable(options.tables()), range, ofSketches);
      }
    }
  }

  private void erase(TableName name, RangeQuery range, Columns columns) throws IOException {
    try (KeptEraser eraser = new KeptEraser(connection, name)) {
      scans(options.withData(name))
          .scanCells(range, ReadLimits.NONE, (series, hour, cell) -> eraser.erase(cell, columns));
      eraser.flush();
    }
  }

  private PointScans scans(PointStoreOptions of) {
    return new PointScans(connection, uids, of);
  }
}
