package io.rowandb.bench.points;

import io.rowandb.tsdb.aggregate.Range;
import io.rowandb.tsdb.aggregate.Samples;
import io.rowandb.tsdb.codec.PointTime;
import io.rowandb.tsdb.query.MetricQuery;
import io.rowandb.tsdb.store.DataPoint;
import io.rowandb.tsdb.store.Series;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The plain design: a row for each point, with the same numbers in place of names as OpenTSDB's
 * rows. The key is metric (3 bytes), second (4), and for each tag its key and value (3 each).
 */
final class RowEach implements PointForm {
  private static final TableName NAME = TableName.valueOf("points");
  private static final byte[] COLUMNS = Bytes.toBytes(FAMILY);
  private static final int TIME_AT = 3;
  private static final int TAGS_AT = TIME_AT + Integer.BYTES;
  private static final int UID_BYTES = 3;

  private final Connection connection;
  private final Map<Series, byte[]> tails = new HashMap<>();

  /** In a table of its own, with the settings of OpenTSDB's. */
  RowEach(Connection connection) throws IOException {
    this.connection = connection;
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(NAME)
              .setColumnFamily(
                  ColumnFamilyDescriptorBuilder.newBuilder(COLUMNS)
                      .setDataBlockEncoding(DataBlockEncoding.DIFF)
                      .build())
              .build());
    }
  }

  @Override
  public String label() {
    return "a row a point";
  }

  @Override
  public TableName table() {
    return NAME;
  }

  private byte[] tail(Series series) {
    ByteBuffer tail = ByteBuffer.allocate(series.tags().size() * 2 * UID_BYTES);
    int number = tails.size() + 1;
    for (int tag = 1; tag <= series.tags().size(); tag++) {
      tail.put((byte) 0).putShort((short) tag);
      tail.put((byte) (number >> 16)).putShort((short) number);
    }
    return tail.array();
  }

  private byte[] key(DataPoint point) {
    byte[] tail = tails.computeIfAbsent(point.series(), this::tail);
    return ByteBuffer.allocate(TAGS_AT + tail.length)
        .put(new byte[] {0, 0, 1})
        .putInt((int) (point.time().millis() / 1000))
        .put(tail)
        .array();
  }

  @Override
  public void write(List<DataPoint> points) throws IOException {
    List<Row> puts = new ArrayList<>(points.size());
    for (DataPoint point : points) {
      puts.add(
          new Put(key(point))
              .addColumn(COLUMNS, HConstants.EMPTY_BYTE_ARRAY, point.value().toBytes()));
    }
    try (Table table = connection.getTable(NAME)) {
      table.batch(puts, new Object[puts.size()]);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException) new InterruptedIOException("while points were written").initCause(e);
    }
  }

  @Override
  public void finish() {}

  @Override
  public Samples ask(MetricQuery query) throws IOException {
    long from = query.asked().fromMillis();
    long end = query.asked().toMillis() / 1000 * 1000 + PointTime.ROW_SECONDS * 1000L;
    Map<ByteBuffer, Samples> series = new HashMap<>();
    Scan scan =
        new Scan()
            .withStartRow(bound(from / 1000))
            .withStopRow(bound(end / 1000))
            .setCaching(5_000);
    try (Table table = connection.getTable(NAME);
        ResultScanner rows = table.getScanner(scan)) {
      for (Result row = rows.next(); row != null; row = rows.next()) {
        take(row.rawCells()[0], series);
      }
    }
    return query
        .group()
        .answer(
            List.copyOf(series.values()),
            from,
            end,
            new Range(from, query.asked().toMillis()),
            steps -> {});
  }

  private static byte[] bound(long second) {
    return ByteBuffer.allocate(TAGS_AT).put(new byte[] {0, 0, 1}).putInt((int) second).array();
  }

  private static void take(Cell cell, Map<ByteBuffer, Samples> series) {
    ByteBuffer row =
        ByteBuffer.wrap(cell.getRowArray(), cell.getRowOffset(), cell.getRowLength()).slice();
    long millis = Integer.toUnsignedLong(row.getInt(TIME_AT)) * 1000;
    ByteBuffer tail = row.position(TAGS_AT).slice();
    Samples samples = series.get(tail);
    if (samples == null) {
      samples = new Samples();
      series.put(ByteBuffer.wrap(Bytes.getBytes(tail)), samples);
    }
    samples.add(millis, value(cell));
  }

  /** An integer of 1, 2, 4 or 8 bytes, as {@link io.rowandb.tsdb.codec.PointValue} writes it. */
  private static long value(Cell cell) {
    long value = cell.getValueArray()[cell.getValueOffset()];
    for (int i = 1; i < cell.getValueLength(); i++) {
      value = (value << Byte.SIZE) | (cell.getValueArray()[cell.getValueOffset() + i] & 0xFF);
    }
    return value;
  }
}
