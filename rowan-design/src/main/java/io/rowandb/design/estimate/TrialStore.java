package io.rowandb.design.estimate;

import io.rowandb.client.Rowan;
import io.rowandb.design.plan.PlannedFamily;
import io.rowandb.design.plan.TablePlan;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.util.Bytes;

/** A store in a temporary directory, deleted when it is closed. One thread. */
final class TrialStore implements Closeable {
  /** Before the number of the process, in the directory's name. */
  static final String PREFIX = "rowan-design-";

  private static final int BATCH = 500;

  private final Path directory;
  private final Connection connection;

  private TrialStore(Path directory, Connection connection) {
    this.directory = directory;
    this.connection = connection;
  }

  static TrialStore create() throws IOException {
    Path directory = Files.createTempDirectory(PREFIX + ProcessHandle.current().pid() + "-");
    try {
      return new TrialStore(
          directory,
          ConnectionFactory.createConnection(
              Rowan.configuration(directory.resolve("store").toString())));
    } catch (IOException | RuntimeException e) {
      delete(directory);
      throw e;
    }
  }

  /** Bytes of the files of rows that are written with an encoding and a codec. */
  long measure(TablePlan plan, List<Put> rows, String encoding, String codec) throws IOException {
    TableName name = TableName.valueOf(encoding + "-" + codec);
    TableDescriptorBuilder table = TableDescriptorBuilder.newBuilder(name);
    for (PlannedFamily each : plan.families()) {
      table.setColumnFamily(
          ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes(each.name()))
              .setMaxVersions(each.versions())
              .setBlocksize(each.blockBytes())
              .setBloomFilterType(BloomType.valueOf(each.bloom().name()))
              .setDataBlockEncoding(DataBlockEncoding.valueOf(encoding))
              .setCompressionType(Compression.Algorithm.valueOf(codec))
              .build());
    }
    try (Admin admin = connection.getAdmin();
        Table target = connection.getTable(name)) {
      admin.createTable(table.build());
      for (int i = 0; i < rows.size(); i += BATCH) {
        target.put(rows.subList(i, Math.min(rows.size(), i + BATCH)));
      }
      admin.flush(name);
    }
    try (Stream<Path> files =
        Files.walk(directory.resolve("store/data/default").resolve(name.getNameAsString()))) {
      long bytes = 0;
      for (Path each : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
        bytes += Files.size(each);
      }
      return bytes;
    }
  }

  @Override
  public void close() throws IOException {
    try {
      connection.close();
    } finally {
      delete(directory);
    }
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }
}
