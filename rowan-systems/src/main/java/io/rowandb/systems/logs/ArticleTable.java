package io.rowandb.systems.logs;

import static io.rowandb.systems.logs.LogAttempts.bytes;

import io.rowandb.schema.key.Digest;
import java.io.IOException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The article's designs, in a table of text keys with one family and one column. Lines are in the
 * same form as in {@link LogStore}, and each cell has the time of its line. Used by one thread.
 */
final class ArticleTable implements LogTable {
  /** How the key of a way to a line ends. */
  private enum End {
    /** With the day; lines of one day are versions of a cell. */
    DAY,
    /** With file and line, too. */
    LINE
  }

  private static final byte[] FAMILY = bytes("l");
  private static final byte[] COLUMN = bytes("r");
  private static final Digest HASH = Digest.murmur3(1).hex();
  private static final String[] QUARTERS = {"4", "8", "c"};

  // Fixed at construction.
  private final String name;
  private final String idea;
  private final boolean copies;
  private final End end;
  private final int versions;

  private Connection connection;
  private TableName table;

  private ArticleTable(String name, String idea, boolean copies, End end, int versions) {
    this.name = name;
    this.idea = idea;
    this.copies = copies;
    this.end = end;
    this.versions = versions;
  }

  /** The first design, the second, and both without what loses lines. */
  static List<ArticleTable> all() {
    return List.of(
        new ArticleTable(
            "three copies",
            "hash_1_group_guid_day twice and hash_2_group_code_day, each with the line",
            /* copies= */ true,
            End.DAY,
            /* versions= */ 1),
        new ArticleTable(
            "copies by line",
            "the same with _file_line at the end of each key",
            /* copies= */ true,
            End.LINE,
            /* versions= */ 1),
        new ArticleTable(
            "one version",
            "D-hash_file_line with the line, I-hash_1_group_guid_day and I-hash_2_… with its key",
            /* copies= */ false,
            End.DAY,
            /* versions= */ 1),
        new ArticleTable(
            "all versions",
            "the same, and the family keeps all versions of a cell",
            /* copies= */ false,
            End.DAY,
            Integer.MAX_VALUE));
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String idea() {
    return idea;
  }

  @Override
  public void create(Connection newConnection, TableName newTable) throws IOException {
    connection = newConnection;
    table = newTable;
    List<byte[]> splits = new ArrayList<>();
    for (String half : copies ? List.of("") : List.of("D-", "I-")) {
      if (half.equals("I-")) {
        splits.add(bytes(half));
      }
      for (String quarter : QUARTERS) {
        splits.add(bytes(half + quarter));
      }
    }
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(table)
              .setColumnFamily(
                  ColumnFamilyDescriptorBuilder.newBuilder(FAMILY).setMaxVersions(versions).build())
              .build(),
          splits.toArray(byte[][]::new));
    }
  }

  @Override
  public void load(Stream<LogRecord> lines) throws IOException {
    try (BufferedMutator mutator = connection.getBufferedMutator(table)) {
      for (var each = lines.iterator(); each.hasNext(); ) {
        LogRecord line = each.next();
        byte[] data = LogStore.packed(line);
        byte[] key = dataKey(line);
        if (!copies) {
          mutator.mutate(put(key, line, data));
        }
        for (Object way : LogTable.ways(line)) {
          String row = wayKey(line.group(), way, line.date());
          if (end == End.LINE) {
            row += "_" + line.file() + "_" + line.line();
          }
          mutator.mutate(put(bytes(row), line, copies ? data : key));
        }
      }
    }
  }

  private static Put put(byte[] row, LogRecord line, byte[] value) {
    return new Put(row).addColumn(FAMILY, COLUMN, line.time().toEpochMilli(), value);
  }

  private static byte[] dataKey(LogRecord line) {
    String key = line.file() + "_" + line.line();
    return bytes("D-" + hash(key) + "_" + key);
  }

  /** All but the day is hashed, as in the article: a batch has one day. */
  private String wayKey(String group, Object way, LocalDate day) {
    String key = (way instanceof UUID ? "1_" : "2_") + group + "_" + way;
    return (copies ? "" : "I-") + hash(key) + "_" + key + "_" + day;
  }

  private static String hash(String key) {
    return Bytes.toString(HASH.of(bytes(key)));
  }

  @Override
  public long ask(LogQuery question, LogAttempts.Sum sum) throws IOException {
    Object way = question.guid() == null ? question.code() : question.guid();
    byte[] prefix = bytes(wayKey(question.group(), way, question.from()));
    try (Table read = connection.getTable(table)) {
      List<Result> rows = sum.rows(read, new Scan().setStartStopRowForPrefixScan(prefix));
      if (copies) {
        return rows.stream().mapToLong(row -> row.rawCells().length).sum();
      }
      TreeSet<byte[]> keys = new TreeSet<>(Bytes.BYTES_COMPARATOR);
      for (Result row : rows) {
        for (Cell cell : row.rawCells()) {
          keys.add(CellUtil.cloneValue(cell));
        }
      }
      sum.addRows(read, List.copyOf(keys));
      return keys.size();
    }
  }
}
