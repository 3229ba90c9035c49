package io.rowandb.schema.table;

import io.rowandb.schema.field.Component;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.io.TimeRange;

/**
 * How long records live, by a field of theirs, and how a row is written so that nothing of what it
 * had comes to light when its record has expired: HBase shows the version before then, if that
 * lives longer. Immutable; used by any number of threads.
 *
 * @param <R> the record
 */
public final class RecordExpiry<R> {
  /** Longer ones are as good as for ever, and HBase adds times to them. */
  private static final long MOST_MILLIS = TimeUnit.DAYS.toMillis(365L * 100_000);

  // Fixed at construction.
  private final TableDesign<R> design;
  private final Component field;

  /** The field's column, which each record has. */
  private final Column column;

  RecordExpiry(TableDesign<R> design, Component field, Column column) {
    this.design = design;
    this.field = field;
    this.column = column;
  }

  /**
   * How long a record lives from now on, in milliseconds, at least 1: one whose time is over
   * already expires at once.
   *
   * @throws IllegalArgumentException naming the field, when it is null, or a duration below a
   *     millisecond
   */
  public long millis(R record, long nowMillis) {
    Object value = design.shape().get(record, field);
    if (value instanceof Instant until) {
      return within(between(Instant.ofEpochMilli(nowMillis), until));
    }
    if (value == null || ((Duration) value).compareTo(Duration.ofMillis(1)) < 0) {
      throw new IllegalArgumentException(
          design.shape().describe(field)
              + " says how long a record lives, a millisecond or more, and is "
              + value);
    }
    return within((Duration) value);
  }

  private static Duration between(Instant now, Instant until) {
    return until.isAfter(now) ? Duration.between(now, until) : Duration.ofMillis(1);
  }

  private static long within(Duration duration) {
    Duration most = Duration.ofMillis(MOST_MILLIS);
    return duration.compareTo(most) > 0 ? MOST_MILLIS : Math.max(1, duration.toMillis());
  }

  /** A new record, whose row is empty. */
  public Put insert(R record, long nowMillis) {
    return design.rows().writeNew(record).put().setTTL(millis(record, nowMillis));
  }

  /**
   * Writes a record over what its row had, of which nothing stays, if nobody has written it since.
   *
   * @param read the row as it was read, a millisecond ago at least
   * @throws IllegalArgumentException as {@link TableDesign#write}
   */
  public CheckAndMutate replace(R record, Result read, long nowMillis) throws IOException {
    RowChange change = design.write(record);
    Put put = change.put().setTTL(millis(record, nowMillis));
    CheckAndMutate.Builder condition =
        CheckAndMutate.newBuilder(put.getRow()).ifNotExists(column.family(), column.qualifier());
    Cell former = read.getColumnLatestCell(column.family(), column.qualifier());
    if (former != null) {
      condition.timeRange(TimeRange.from(former.getTimestamp() + 1));
    }
    removeFormer(read, change);
    return change.row() instanceof RowMutations both ? condition.build(both) : condition.build(put);
  }

  private void removeFormer(Result read, RowChange change) {
    for (Cell cell : read.isEmpty() ? new Cell[0] : read.rawCells()) {
      Column each = new Column(CellUtil.cloneFamily(cell), CellUtil.cloneQualifier(cell));
      change.remove(each, cell.getTimestamp()); // what this program does not know would live longer
    }
  }
}
