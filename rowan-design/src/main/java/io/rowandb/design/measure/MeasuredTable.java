package io.rowandb.design.measure;

import io.rowandb.design.check.UsedFields;
import io.rowandb.design.estimate.PlannedPuts;
import io.rowandb.design.key.PlannedKey;
import io.rowandb.design.plan.PlanException;
import io.rowandb.design.plan.PlannedFamily;
import io.rowandb.design.plan.TablePlan;
import io.rowandb.design.sample.SampleFile;
import io.rowandb.design.sample.SampleSpec;
import io.rowandb.design.sketch.FairChoice;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.TableExistsException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.util.Bytes;

/** A table that is made for a measurement, and deleted after it. One thread. */
final class MeasuredTable implements Closeable {
  private static final int BATCH_ROWS = 500;

  /** A batch ends above this too. */
  private static final long BATCH_BYTES = 4 << 20;

  /** Keys by which regions are cut. */
  private static final int KEPT_KEYS = 10_000;

  private final TablePlan plan;
  private final Connection connection;
  private final TableName name;
  private long written;

  private MeasuredTable(TablePlan plan, Connection connection, TableName name) {
    this.plan = plan;
    this.connection = connection;
    this.name = name;
  }

  /**
   * Makes a table that must not be there.
   *
   * @throws PlanException when it is there, or its codec or encoding is not known
   */
  static MeasuredTable create(
      TablePlan plan, SampleSpec sample, Connection connection, TableName name) throws IOException {
    TableDescriptorBuilder table = TableDescriptorBuilder.newBuilder(name);
    for (PlannedFamily each : plan.families()) {
      table.setColumnFamily(family(plan, each));
    }
    List<byte[]> splits = splits(plan, sample);
    try (Admin admin = connection.getAdmin()) {
      if (splits.isEmpty()) {
        admin.createTable(table.build());
      } else {
        admin.createTable(table.build(), splits.toArray(byte[][]::new));
      }
    } catch (TableExistsException e) {
      throw new PlanException(
          "table " + name + " is there already: name one that is not, which is made and deleted");
    }
    return new MeasuredTable(plan, connection, name);
  }

  /** Without a TTL, as the sample may be old. */
  private static ColumnFamilyDescriptor family(TablePlan plan, PlannedFamily family)
      throws PlanException {
    try {
      return ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes(family.name()))
          .setMaxVersions(family.versions())
          .setBlocksize(family.blockBytes())
          .setBloomFilterType(BloomType.valueOf(family.bloom().name()))
          .setDataBlockEncoding(DataBlockEncoding.valueOf(family.encoding()))
          .setCompressionType(Compression.Algorithm.valueOf(family.compression()))
          .build();
    } catch (IllegalArgumentException e) {
      throw new PlanException(
          "design "
              + plan.table()
              + ", family "
              + family.name()
              + ": HBase has no compression "
              + family.compression()
              + ", or no encoding "
              + family.encoding());
    }
  }

  /** Those of the plan, or quantiles of the sample's keys. */
  private static List<byte[]> splits(TablePlan plan, SampleSpec sample) throws IOException {
    if (!plan.splits().keys().isEmpty()) {
      return plan.splits().keys().stream()
          .map(each -> each.getBytes(StandardCharsets.UTF_8))
          .toList();
    }
    if (plan.splits().regions() < 2) {
      return List.of();
    }
    List<byte[]> keys = keys(plan, sample);
    List<byte[]> splits = new ArrayList<>();
    for (int i = 1; i < plan.splits().regions() && !keys.isEmpty(); i++) {
      byte[] each = keys.get((int) ((long) i * keys.size() / plan.splits().regions()));
      byte[] last = splits.isEmpty() ? keys.get(0) : splits.get(splits.size() - 1);
      if (Arrays.compareUnsigned(last, each) < 0) {
        splits.add(each);
      }
    }
    return List.copyOf(splits);
  }

  private static List<byte[]> keys(TablePlan plan, SampleSpec sample) throws IOException {
    FairChoice<byte[]> keys = new FairChoice<>(KEPT_KEYS);
    try (SampleFile file = SampleFile.open(sample)) {
      UsedFields.check(plan, file);
      PlannedKey key = new PlannedKey(plan, file.fields()::indexOf);
      String[] row = file.next();
      for (long i = 0; i < sample.limit() && row != null; i++) {
        if (key.write(row) && keys.choosesNext()) {
          keys.put(key.copy());
        }
        row = file.next();
      }
    }
    return keys.chosen().stream().sorted(Arrays::compareUnsigned).toList();
  }

  /** Writes the rows of a sample, and their cells into files. */
  void load(SampleFile sample, long limit, DrawnRows drawn) throws IOException {
    PlannedKey key = new PlannedKey(plan, sample.fields()::indexOf);
    PlannedPuts puts = new PlannedPuts(plan, sample.fields());
    List<Put> batch = new ArrayList<>();
    long bytes = 0;
    try (Table table = open()) {
      String[] row = sample.next();
      for (long i = 0; i < limit && row != null; i++) {
        Put put = key.write(row) ? puts.of(key, row) : null;
        if (put != null && !put.isEmpty()) {
          batch.add(put);
          bytes += put.heapSize();
          written++;
          drawn.offer(row);
        }
        if (batch.size() == BATCH_ROWS || bytes > BATCH_BYTES) {
          table.put(batch);
          batch.clear();
          bytes = 0;
        }
        row = sample.next();
      }
      table.put(batch);
    }
    try (Admin admin = connection.getAdmin()) {
      admin.flush(name);
    }
  }

  /** Rows that were written. */
  long written() {
    return written;
  }

  Table open() throws IOException {
    return connection.getTable(name);
  }

  @Override
  public void close() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      if (admin.isTableEnabled(name)) {
        admin.disableTable(name);
      }
      admin.deleteTable(name);
    }
  }
}
