package io.rowandb.bench.applications;

import java.io.IOException;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/** Points of sensors, those of an hour in one row. */
final class PlainHourSeries implements Application {
  private static final TableName NAME = TableName.valueOf("plain_series");
  private static final byte[] FAMILY = Bytes.toBytes("p");
  private static final byte[] END = {0};

  private final Table hours;

  PlainHourSeries(Connection connection) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(NAME)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
              .build());
    }
    hours = connection.getTable(NAME);
  }

  private static byte[] row(String sensor, int hour) {
    return Bytes.add(Bytes.toBytes(sensor), END, Bytes.toBytes(hour));
  }

  @Override
  public void write(int from, int to) throws IOException {
    Map<byte[], Put> puts = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    for (int number = from; number < to; number++) {
      puts.computeIfAbsent(row(Input.person(number / 360), number / 3_600), Put::new)
          .addColumn(FAMILY, Bytes.toBytes(number % 360), Bytes.toBytes(number / 2.0));
    }
    hours.put(new ArrayList<>(puts.values()));
  }

  @Override
  public String ask(int number) throws IOException {
    String sensor = Input.person(number);
    Scan scan = new Scan().withStartRow(row(sensor, 0)).withStopRow(row(sensor, 4));
    DoubleSummaryStatistics values = new DoubleSummaryStatistics();
    try (ResultScanner rows = hours.getScanner(scan)) {
      for (Result row : rows) {
        for (Cell cell : row.rawCells()) {
          values.accept(Bytes.toDouble(cell.getValueArray(), cell.getValueOffset()));
        }
      }
    }
    return values.toString();
  }

  @Override
  public void close() throws IOException {
    hours.close();
  }
}
