package io.rowandb.client.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.client.Rowan;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Whose a store's files are, by the setting. */
@DisabledOnOs(OS.WINDOWS)
class StoreDiskTest {
  @TempDir private Path directory;

  private void fill(Configuration conf) throws IOException {
    TableName name = TableName.valueOf("t");
    byte[] bytes = "f".getBytes(StandardCharsets.UTF_8);
    try (Connection connection = ConnectionFactory.createConnection(conf);
        Admin admin = connection.getAdmin();
        Table table = connection.getTable(name)) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(name)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(bytes))
              .build());
      table.put(new Put(bytes).addColumn(bytes, bytes, bytes));
      admin.flush(name);
    }
  }

  @Test
  void aStoreIsItsOwnersAloneIfTheSettingSaysSo() throws IOException {
    Path store = directory.resolve("store");
    Configuration conf = Rowan.configuration(store.toString());
    conf.set(StoreDisk.PERMISSIONS_KEY, "Owner");
    fill(conf);
    try (Stream<Path> all = Files.walk(store)) {
      assertThat(all.toList())
          .hasSizeGreaterThan(6)
          .allSatisfy(
              path ->
                  assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                      .isEqualTo(Files.isDirectory(path) ? "rwx------" : "rw-------"));
    }
  }

  @Test
  void anythingElseIsRefusedBeforeAFileIsMade() {
    Path store = directory.resolve("store");
    Configuration conf = Rowan.configuration(store.toString());
    conf.set(StoreDisk.PERMISSIONS_KEY, "0600");
    assertThatThrownBy(() -> fill(conf))
        .hasStackTraceContaining("rowan.permissions is \"0600\", must be umask or owner");
    assertThat(store).doesNotExist();
  }
}
