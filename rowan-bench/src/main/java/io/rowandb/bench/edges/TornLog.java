package io.rowandb.bench.edges;

import io.rowandb.client.Rowan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/** A store whose process died, leaving a log end that looks like many frames but is none. */
final class TornLog {
  private static final TableName NAME = TableName.valueOf("torn");
  private static final byte[] FAMILY = Bytes.toBytes("f");

  /** Of a frame: checksum, length, forced bytes. */
  private static final int HEAD_BYTES = 16;

  private TornLog() {}

  static double openMillis(Path directory, int tornBytes) throws IOException {
    Path open = directory.resolve("open");
    Path left = directory.resolve("left");
    Files.createDirectories(directory);
    try (Connection connection =
            ConnectionFactory.createConnection(Rowan.configuration(open.toString()));
        Admin admin = connection.getAdmin();
        Table table = connection.getTable(NAME)) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(NAME)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
              .build());
      table.put(new Put(FAMILY).addColumn(FAMILY, FAMILY, FAMILY));
      copy(open, left);
    }
    append(left.resolve("log"), tornBytes);
    long start = System.nanoTime();
    try (Connection connection =
            ConnectionFactory.createConnection(Rowan.configuration(left.toString()));
        Table table = connection.getTable(NAME)) {
      if (!table.exists(new Get(FAMILY))) {
        throw new IllegalStateException("the row in front of the torn end is not there");
      }
      return (System.nanoTime() - start) / 1e6;
    }
  }

  /** As the death of the process leaves it. */
  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Path target = to.resolve(from.relativize(file));
        if (Files.isDirectory(file)) {
          Files.createDirectories(target);
        } else {
          Files.copy(file, target);
        }
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** Each head says that half of the rest is its payload, and that all before it was on disk. */
  private static void append(Path log, int bytes) throws IOException {
    List<Path> segments;
    try (Stream<Path> files = Files.list(log)) {
      segments = files.sorted(Comparator.reverseOrder()).toList();
    }
    Path last = segments.get(0);
    long at = Files.size(last);
    ByteBuffer heads = ByteBuffer.allocate(bytes);
    while (heads.remaining() >= HEAD_BYTES) {
      heads.putInt(1).putInt((heads.remaining() - HEAD_BYTES + Integer.BYTES) / 2);
      heads.putLong(at);
    }
    Files.write(last, heads.array(), StandardOpenOption.APPEND);
  }
}
