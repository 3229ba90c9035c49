package io.rowandb.tsdb.store;

import io.rowandb.tsdb.codec.DamagedDataException;
import io.rowandb.tsdb.codec.PointKeyLayout;
import java.io.IOException;
import java.time.Clock;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

/**
 * Brings all rows of a table into a format, beside its writers and readers: each row by one atomic
 * write, as {@link RowRewrite} does it. First the format is noted, so that compactions elsewhere go
 * the same way from then on. After a death at any call the same conversion goes on. Used by one
 * thread.
 *
 * <p>On the way back to OpenTSDB's the table is {@link TableFormat#UNPACKING} until a pass over all
 * rows finds no packed column; then nothing is noted any more.
 */
public final class FormatConversion {
  private static final int PASSES = 3;

  private final Connection connection;
  private final PointStoreOptions options;
  private final Clock clock;

  /** Of the table of points of these options. */
  public FormatConversion(Connection connection, PointStoreOptions options, Clock clock) {
    this.connection = connection;
    this.options = options;
    this.clock = clock;
  }

  /**
   * What became of the rows.
   *
   * @param rows how many came to what
   * @param damaged rows that cannot be read; they are as they were
   * @param isComplete whether the table is what it should be, once the rows that wait are compacted
   */
  public record Converted(Map<RowCompaction, Long> rows, long damaged, boolean isComplete) {
    /** How many came to that. */
    public long rows(RowCompaction what) {
      return rows.getOrDefault(what, 0L);
    }
  }

  /**
   * Packs all rows that are settled. The others, and what comes later, each next compaction packs.
   *
   * @throws IOException also when the table has a format that this version does not know
   */
  public Converted pack() throws IOException {
    TableFormat.PACKED.note(connection, options.tables().data());
    Map<RowCompaction, Long> rows = new EnumMap<>(RowCompaction.class);
    Pass pass = pass(TableFormat.PACKED, rows);
    return new Converted(rows, pass.damaged, pass.damaged == 0);
  }

  /**
   * Makes OpenTSDB's columns of packed ones; other rows stay as they are.
   *
   * @return not complete, if a row with a packed column waits or cannot be read: then the same call
   *     does it later
   * @throws IOException also when the table has a format that this version does not know
   */
  public Converted unpack() throws IOException {
    Map<RowCompaction, Long> rows = new EnumMap<>(RowCompaction.class);
    TableFormat.UNPACKING.note(connection, options.tables().data());
    Pass pass = pass(TableFormat.UNPACKING, rows);
    for (int i = 1; i < PASSES && pass.packed > 0 && pass.packed == pass.done; i++) {
      pass = pass(TableFormat.UNPACKING, rows); // a compaction that began before the note may end
    }
    if (pass.packed == 0) {
      TableFormat.OPENTSDB.note(connection, options.tables().data());
    }
    return new Converted(rows, pass.damaged, pass.packed == 0);
  }

  /**
   * A look at all rows.
   *
   * @param packed how many had a packed column
   * @param done how many of these have none any more
   * @param damaged how many could not be read
   */
  private record Pass(long packed, long done, long damaged) {}

  private Pass pass(TableFormat format, Map<RowCompaction, Long> rows) throws IOException {
    PointKeyLayout layout = options.layout();
    RowCompactor compactor = new RowCompactor(options);
    ReadBudget budget = new ReadBudget(ReadLimits.NONE, System::nanoTime);
    long packed = 0;
    long done = 0;
    long damaged = 0;
    long began = clock.millis(); // no row is read before
    try (Table table = connection.getTable(options.tables().data());
        SeriesRowScanner scanner =
            new SeriesRowScanner(table, new Scan(), layout, budget, key -> isRow(layout, key))) {
      for (Optional<SeriesRow> row = scanner.next(); row.isPresent(); row = scanner.next()) {
        boolean isPacked = row.get().hasPacked();
        packed += isPacked ? 1 : 0;
        if (format != TableFormat.PACKED && !isPacked) {
          continue;
        }
        try {
          RowCompaction result = compactor.compact(table, row.get(), began, format);
          rows.merge(result, 1L, Long::sum);
          done += isPacked && result == RowCompaction.DONE ? 1 : 0;
        } catch (DamagedDataException e) {
          damaged++;
        }
      }
    }
    return new Pass(packed, done, damaged);
  }

  /** Others, such as global annotations, have no points that are read. */
  private static boolean isRow(PointKeyLayout layout, byte[] key) {
    if (layout.trySeriesOf(key).isEmpty()) {
      return false;
    }
    try {
      layout.baseSecondsOf(key);
      return true;
    } catch (DamagedDataException e) {
      return false;
    }
  }
}
