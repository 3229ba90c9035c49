package io.rowandb.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A table that becomes read-only while many write: no write comes behind that, not even one. */
@Timeout(120)
class ReadOnlyTableTest {
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] ROW = Bytes.toBytes("row");
  private static final int ROUNDS = 40;
  private static final int WRITERS = 3;
  private static final int WRITES_BEFORE = 20;

  @TempDir private Path directory;

  @Tag("slow")
  @ParameterizedTest
  @EnumSource(Door.class)
  void nothingComesBehind(Door door) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
    try (Connection connection =
            ConnectionFactory.createConnection(door.configuration(directory.toString()));
        Admin admin = connection.getAdmin()) {
      for (int round = 0; round < ROUNDS; round++) {
        round(connection, admin, threads, TableName.valueOf("t" + round));
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static void round(
      Connection connection, Admin admin, ExecutorService threads, TableName name)
      throws Exception {
    admin.createTable(
        TableDescriptorBuilder.newBuilder(name)
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of(F))
            .build());
    CountDownLatch begun = new CountDownLatch(WRITES_BEFORE);
    List<Future<Long>> writers = new ArrayList<>();
    for (int i = 0; i < WRITERS; i++) {
      byte[] qualifier = Bytes.toBytes("q" + i);
      writers.add(threads.submit(() -> write(connection, name, qualifier, begun)));
    }
    begun.await();
    TableDescriptor there = admin.getDescriptor(name);
    admin.modifyTable(TableDescriptorBuilder.newBuilder(there).setReadOnly(true).build());
    try (Table table = connection.getTable(name)) {
      List<Long> then = values(table);
      List<Long> acknowledged = new ArrayList<>();
      for (Future<Long> writer : writers) {
        acknowledged.add(writer.get());
      }
      assertThat(values(table)).as("%s, later", name).isEqualTo(then);
      assertThat(acknowledged).as("%s", name).isEqualTo(then);
    }
  }

  private static List<Long> values(Table table) throws IOException {
    List<Long> values = new ArrayList<>();
    for (int i = 0; i < WRITERS; i++) {
      byte[] value = table.get(new Get(ROW)).getValue(F, Bytes.toBytes("q" + i));
      values.add(value == null ? 0 : Bytes.toLong(value));
    }
    return values;
  }

  /** Writes 1, 2, 3 until it is refused; gives the last that was answered. */
  private static long write(
      Connection connection, TableName name, byte[] qualifier, CountDownLatch begun)
      throws IOException {
    long answered = 0;
    try (Table table = connection.getTable(name)) {
      while (true) {
        table.put(new Put(ROW).addColumn(F, qualifier, Bytes.toBytes(answered + 1)));
        answered++;
        begun.countDown();
      }
    } catch (IOException e) {
      assertThat(e).hasStackTraceContaining("region is read only");
      return answered;
    }
  }
}
