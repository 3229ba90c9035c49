package io.rowandb.testkit.interop;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.client.Rowan;
import io.rowandb.testkit.Door;
import io.rowandb.testkit.TestStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.CompactionState;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.security.EncryptionUtil;
import org.apache.hadoop.hbase.util.Bytes;
import org.assertj.core.util.Throwables;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Encrypted families through HBase's client API. */
@Tag("slow")
class EncryptedDoorsTest {
  private static final String MARKER = "attack-at-dawn";
  private static final TableName NAME = TableName.valueOf("t");
  private static final byte[] F = Bytes.toBytes("f");

  @TempDir Path directory;

  private static TableDescriptor table(String cipher, byte[] key) {
    ColumnFamilyDescriptorBuilder family = ColumnFamilyDescriptorBuilder.newBuilder(F);
    if (cipher != null) {
      family.setEncryptionType(cipher);
    }
    if (key != null) {
      family.setEncryptionKey(key);
    }
    return TableDescriptorBuilder.newBuilder(NAME).setColumnFamily(family.build()).build();
  }

  @ParameterizedTest
  @EnumSource(Door.class)
  void whatCannotBeEncryptedIsRefused(Door door) throws IOException, GeneralSecurityException {
    Configuration keys = MasterKeys.configure(new Configuration(false), directory, "hbase");
    try (TestStore none = TestStore.open("none", door, new Configuration(false));
        TestStore some = TestStore.open("some", door, keys)) {
      refused(none.admin(), table("AES", null), "hbase.crypto.keyprovider");
      refused(none.admin(), table("ROT13", null), "ROT13");
      refused(some.admin(), table("ROT13", null), "ROT13");
      refused(some.admin(), table("AES", Bytes.toBytes("rubbish")), "hbase");
      refused(some.admin(), table(null, Bytes.toBytes("rubbish")), "ENCRYPTION");
      some.admin().createTable(table("AES", null));
      assertThatThrownBy(() -> some.admin().modifyTable(table("ROT13", null)))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("ROT13");
      assertThat(some.admin().getDescriptor(NAME)).isEqualTo(table("AES", null));
    }
  }

  /** Java's error quotes the address of the key store as a whole. */
  @ParameterizedTest
  @EnumSource(Door.class)
  void anAddressThatIsNoUriDoesNotGiveThePasswordAway(Door door)
      throws IOException, GeneralSecurityException {
    Configuration conf = MasterKeys.configure(new Configuration(false), directory, "hbase");
    conf.set("hbase.crypto.keyprovider.parameters", "jceks:///keys.jks?password=se^cret");
    try (TestStore store = TestStore.open("malformed", door, conf)) {
      assertThatThrownBy(() -> store.admin().createTable(table("AES", null)))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("hbase.crypto.keyprovider.parameters is no URI")
          .satisfies(
              failure -> assertThat(Throwables.getStackTrace(failure)).doesNotContain("se^cret"));
    }
  }

  private static void refused(Admin admin, TableDescriptor table, String message)
      throws IOException {
    assertThatThrownBy(() -> admin.createTable(table))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining(message);
    assertThat(admin.tableExists(NAME)).isFalse();
  }

  @Test
  void nothingOnTheDiskIsReadableAndTheStoreNeedsItsKey()
      throws IOException, GeneralSecurityException {
    Path store = directory.resolve("store");
    Configuration conf =
        MasterKeys.configure(Rowan.configuration(store.toString()), directory, "hbase", "next");
    conf.setBoolean("hbase.regionserver.wal.encryption", true);
    byte[] key = EncryptionUtil.wrapKey(conf, new byte[16], "AES");
    fill(conf, key);
    assertThat(plainFiles(store)).isEmpty();
    Configuration other = new Configuration(conf);
    other.set("hbase.crypto.master.key.name", "next");
    assertThatThrownBy(() -> ConnectionFactory.createConnection(other).close())
        .isInstanceOf(IOException.class)
        .hasStackTraceContaining("[next]");
    try (Connection connection = ConnectionFactory.createConnection(conf);
        Table table = connection.getTable(NAME)) {
      assertHas(table, "a", "b");
    }
    assertThat(plainFiles(store)).isEmpty();
  }

  /** As docs/encryption.md says, in a program that goes on: HBase reads a key store once. */
  @Test
  void theMasterKeyIsRotatedInOneProcess() throws IOException, GeneralSecurityException {
    Path store = directory.resolve("store");
    Configuration conf =
        MasterKeys.configure(Rowan.configuration(store.toString()), directory, "one");
    conf.setBoolean("hbase.regionserver.wal.encryption", true);
    Path keyStore = Path.of(URI.create(conf.get("hbase.crypto.keyprovider.parameters")).getPath());
    fill(conf, null);
    MasterKeys.write(keyStore, List.of("one", "two"));
    conf.set("hbase.crypto.master.key.name", "two");
    conf.set("hbase.crypto.master.alternate.key.name", "one");
    try (Connection connection = ConnectionFactory.createConnection(conf);
        Admin admin = connection.getAdmin();
        Table table = connection.getTable(NAME)) {
      assertHas(table, "a", "b");
      table.put(put("c"));
      admin.flush(NAME);
      admin.majorCompact(NAME);
      while (admin.getCompactionState(NAME) != CompactionState.NONE) {
        Thread.onSpinWait();
      }
    }
    ConnectionFactory.createConnection(conf).close(); // the old segments of the log go
    MasterKeys.write(keyStore, List.of("two"));
    conf.unset("hbase.crypto.master.alternate.key.name");
    try (Connection connection = ConnectionFactory.createConnection(conf);
        Table table = connection.getTable(NAME)) {
      assertHas(table, "a", "b", "c");
    }
    MasterKeys.write(keyStore, List.of("one"));
    assertThatThrownBy(() -> ConnectionFactory.createConnection(conf).close())
        .isInstanceOf(IOException.class)
        .hasStackTraceContaining("[two]");
  }

  /** A table with a row in a file and one in the log. */
  private static void fill(Configuration conf, byte[] key) throws IOException {
    try (Connection connection = ConnectionFactory.createConnection(conf);
        Admin admin = connection.getAdmin();
        Table table = connection.getTable(NAME)) {
      admin.createTable(table("AES", key));
      table.put(put("a"));
      admin.flush(NAME);
      table.put(put("b"));
    }
  }

  private static void assertHas(Table table, String... rows) throws IOException {
    for (String row : rows) {
      assertThat(Bytes.toString(table.get(new Get(Bytes.toBytes(row))).value())).isEqualTo(MARKER);
    }
  }

  private static Put put(String row) {
    return new Put(Bytes.toBytes(row)).addColumn(F, F, Bytes.toBytes(MARKER));
  }

  private static List<Path> plainFiles(Path store) throws IOException {
    try (Stream<Path> all = Files.walk(store)) {
      List<Path> files = all.filter(Files::isRegularFile).toList();
      assertThat(files).hasSizeGreaterThan(3);
      return files.stream().filter(EncryptedDoorsTest::hasMarker).toList();
    }
  }

  private static boolean hasMarker(Path file) {
    try {
      return new String(Files.readAllBytes(file), ISO_8859_1).contains(MARKER);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
