package io.rowandb.cli.demo;

import java.io.Closeable;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Keeps in the store itself how far each data set is loaded.
 *
 * <pre>
 * loaded   row: name of the data set
 *          l:source, :records, :complete, :nanos, :finished, :rows.(table)
 * </pre>
 *
 * <ol>
 *   <li>A state is one row, written by one put, so it is complete or absent.
 *   <li>It is written after the rows it refers to, so it never claims too much.
 * </ol>
 *
 * One thread; open until closed.
 */
final class LoadLog implements Closeable {
  private static final String TABLE = "loaded";

  /** The log of the demonstration before its tables had designs: of other tables than today's. */
  private static final String FORMER_TABLE = "loads";

  private static final byte[] FAMILY = Bytes.toBytes("l");
  private static final byte[] SOURCE = Bytes.toBytes("source");
  private static final byte[] RECORDS = Bytes.toBytes("records");
  private static final byte[] COMPLETE = Bytes.toBytes("complete");
  private static final byte[] NANOS = Bytes.toBytes("nanos");
  private static final byte[] FINISHED = Bytes.toBytes("finished");
  private static final String ROWS = "rows.";
  private static final byte[] RUNS_ROW = Bytes.toBytes("#runs");
  private static final byte[] RUNS = Bytes.toBytes("runs");

  private final Table table;

  /** Opens the log of {@code namespace}; its table must exist. */
  LoadLog(Connection connection, String namespace) throws IOException {
    table = connection.getTable(name(namespace));
  }

  /** The log's own table. */
  static TableName name(String namespace) {
    return TableName.valueOf(namespace, TABLE);
  }

  /**
   * Whether a store has the log of {@code namespace}.
   *
   * @throws IOException when its table is somebody else's
   */
  static boolean isIn(Admin admin, String namespace) throws IOException {
    TableName name = name(namespace);
    if (!admin.tableExists(name)) {
      return false;
    }
    if (!admin.getDescriptor(name).hasColumnFamily(FAMILY)) {
      throw LoadCheck.foreign(name);
    }
    return true;
  }

  /**
   * The log's table in stores of an earlier demonstration, which this one neither reads nor writes.
   */
  static TableName formerName(String namespace) {
    return TableName.valueOf(namespace, FORMER_TABLE);
  }

  /** How the log's table is made. */
  static TableDescriptor descriptor(String namespace) {
    return TableDescriptorBuilder.newBuilder(name(namespace))
        .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
        .build();
  }

  /** Counts this run, and reads the count back: the first row a run writes and reads. */
  long countRun() throws IOException {
    long runs = runs() + 1;
    table.put(new Put(RUNS_ROW).addColumn(FAMILY, RUNS, Bytes.toBytes(runs)));
    if (runs() != runs) {
      throw new IOException("wrote run " + runs + ", read back " + runs());
    }
    return runs;
  }

  private long runs() throws IOException {
    byte[] value = table.get(new Get(RUNS_ROW)).getValue(FAMILY, RUNS);
    return value == null ? 0 : Bytes.toLong(value);
  }

  /** The state of a data set, if its loading was ever begun. */
  Optional<LoadState> read(String set) throws IOException {
    Result row = table.get(new Get(Bytes.toBytes(set)));
    if (row.isEmpty()) {
      return Optional.empty();
    }
    Map<TableName, Long> rows = new HashMap<>();
    row.getFamilyMap(FAMILY)
        .forEach(
            (qualifier, value) -> {
              String name = Bytes.toString(qualifier);
              if (name.startsWith(ROWS)) {
                rows.put(TableName.valueOf(name.substring(ROWS.length())), Bytes.toLong(value));
              }
            });
    return Optional.of(
        new LoadState(
            Bytes.toString(row.getValue(FAMILY, SOURCE)),
            Bytes.toLong(row.getValue(FAMILY, RECORDS)),
            Bytes.toBoolean(row.getValue(FAMILY, COMPLETE)),
            Bytes.toLong(row.getValue(FAMILY, NANOS)),
            Bytes.toLong(row.getValue(FAMILY, FINISHED)),
            rows));
  }

  /** Replaces the state of a data set. */
  void write(String set, LoadState state) throws IOException {
    Put put =
        new Put(Bytes.toBytes(set))
            .addColumn(FAMILY, SOURCE, Bytes.toBytes(state.source()))
            .addColumn(FAMILY, RECORDS, Bytes.toBytes(state.records()))
            .addColumn(FAMILY, COMPLETE, Bytes.toBytes(state.complete()))
            .addColumn(FAMILY, NANOS, Bytes.toBytes(state.nanos()))
            .addColumn(FAMILY, FINISHED, Bytes.toBytes(state.finishedMillis()));
    state
        .rows()
        .forEach(
            (name, rows) ->
                put.addColumn(
                    FAMILY, Bytes.toBytes(ROWS + name.getNameAsString()), Bytes.toBytes(rows)));
    table.put(put);
  }

  @Override
  public void close() throws IOException {
    table.close();
  }
}
