package io.rowandb.tsdb.store;

import io.rowandb.tsdb.rows.LayoutSample;
import java.io.IOException;
import java.time.Clock;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Table;

/**
 * Brings all rows of a table into a format, beside its writers and readers: each row by one atomic
 * write, as {@link RowRewrite} does it. First the format is noted, so that compactions elsewhere go
 * the same way from then on. After a death at any call the same conversion goes on. Used by one
 * thread.
 *
 * <p>On the way back to OpenTSDB's the table is {@link TableFormat#UNPACKING} until two passes over
 * all rows, one after the other, find no packed column; then nothing is noted any more.
 */
public final class FormatConversion {
  /** So many rounds of others' compactions are waited for. */
  private static final int PASSES = 6;

  /** Looks at all rows that must find none: a compaction that began before may end beside one. */
  private static final int CLEAN_PASSES = 2;

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
   * @throws io.rowandb.tsdb.rows.WrongLayoutException when more than a tenth of a sample of rows
   *     has not the layout; nothing is changed
   * @throws IOException also when the table has a format that this version does not know
   */
  public Converted pack() throws IOException {
    checkLayout();
    TableFormat.PACKED.note(connection, options.tables().data());
    Map<RowCompaction, Long> rows = new EnumMap<>(RowCompaction.class);
    FormatPass pass = pass(TableFormat.PACKED, rows);
    TableName table = options.tables().data();
    TableFormat.PACKED.check(table, TableFormat.of(connection, table));
    return new Converted(rows, pass.damaged(), pass.damaged() == 0);
  }

  /**
   * Makes OpenTSDB's columns of packed ones; other rows stay as they are.
   *
   * @return not complete, if a row with a packed column waits, cannot be read or is none of the
   *     layout: then the same call does it later
   * @throws io.rowandb.tsdb.rows.WrongLayoutException when more than a tenth of a sample of rows
   *     has not the layout; nothing is changed
   * @throws IOException also when the table has a format that this version does not know
   */
  public Converted unpack() throws IOException {
    Map<RowCompaction, Long> rows = new EnumMap<>(RowCompaction.class);
    checkLayout();
    TableFormat.UNPACKING.note(connection, options.tables().data());
    FormatPass pass;
    int clean = 0;
    int passes = 0;
    do {
      pass = pass(TableFormat.UNPACKING, rows);
      clean = pass.packed() == 0 ? clean + 1 : 0;
      passes++;
    } while (clean < CLEAN_PASSES && passes < PASSES && pass.isUnpacked());
    boolean isUnpacked = clean == CLEAN_PASSES;
    if (isUnpacked) {
      TableFormat.OPENTSDB.note(connection, options.tables().data());
    }
    return new Converted(rows, pass.damaged(), isUnpacked);
  }

  /** By a wrong layout, most rows are passed over, and times of the others are wrong. */
  private void checkLayout() throws IOException {
    try (Table table = connection.getTable(options.tables().data())) {
      LayoutSample.check(table, options.layout(), Optional.empty());
    }
  }

  private FormatPass pass(TableFormat format, Map<RowCompaction, Long> rows) throws IOException {
    FormatPass pass = new FormatPass(connection, options, format, clock.millis(), rows);
    try (Table table = connection.getTable(options.tables().data())) {
      pass.run(table);
    }
    return pass;
  }
}
