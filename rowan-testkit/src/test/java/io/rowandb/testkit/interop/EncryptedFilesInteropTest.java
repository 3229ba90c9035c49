package io.rowandb.testkit.interop;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.client.store.StoreKeys;
import io.rowandb.engine.cache.BlockCache;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellScanner;
import io.rowandb.engine.io.DataKey;
import io.rowandb.engine.io.FileKeys.Use;
import io.rowandb.engine.io.Finding;
import io.rowandb.engine.io.LocalFileSystem;
import io.rowandb.engine.io.MissingKeyException;
import io.rowandb.engine.storefile.BlockEncoding;
import io.rowandb.engine.storefile.Compression;
import io.rowandb.engine.storefile.StoreFile;
import io.rowandb.engine.storefile.StoreFileCheck;
import io.rowandb.engine.storefile.StoreFileEncryption;
import io.rowandb.engine.storefile.StoreFileOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.io.crypto.Encryption;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileScanner;
import org.apache.hadoop.hbase.security.EncryptionUtil;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.ChecksumType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Encrypted files go both ways between HBase and Rowan, with one key store. */
@Tag("slow")
class EncryptedFilesInteropTest {
  private static final String NAME = "0123456789abcdef0123456789abcdef";

  @TempDir Path directory;

  private Configuration conf;

  @BeforeEach
  void makeKeys() throws IOException, GeneralSecurityException {
    conf = MasterKeys.configure(HBaseFiles.configuration(), directory, "hbase", "next");
  }

  /** Every encoding with every compression, with indexes of several levels. */
  static Stream<StoreFileOptions> shapes() {
    return Stream.of(BlockEncoding.values())
        .flatMap(
            encoding ->
                Stream.of(Compression.values())
                    .map(it -> HBaseFiles.options(it, 1000, 200, true, true))
                    .map(options -> options.withEncoding(encoding)));
  }

  private StoreFileOptions encrypted(StoreFileOptions options, Configuration settings) {
    return options.withEncryption(
        new StoreFileEncryption(StoreKeys.of(settings), Optional.empty()));
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void hBaseReadsWhatRowanEncrypted(StoreFileOptions options) throws IOException {
    List<KeyValue> cells = HBaseFiles.sample(5, 300, options.tags(), options.sequences());
    HBaseFiles.writeWithRowan(path(), encrypted(options, conf), cells);
    assertNotPlain();
    assertHBaseReads(conf, cells);
  }

  private void assertHBaseReads(Configuration settings, List<KeyValue> cells) throws IOException {
    try (HFile.Reader reader =
        HFile.createReader(
            FileSystem.getLocal(settings).getRaw(),
            new org.apache.hadoop.fs.Path(path().toUri()),
            settings)) {
      assertThat(reader.getEntries()).isEqualTo(cells.size());
      HFileScanner scanner = reader.getScanner(settings, false, false);
      boolean more = scanner.seekTo();
      for (KeyValue cell : cells) {
        assertThat(more).isTrue();
        assertThat(KeyValueUtil.copyToNewKeyValue(scanner.getCell())).isEqualTo(cell);
        assertThat(Bytes.toStringBinary(scanner.getValue()))
            .isEqualTo(
                Bytes.toStringBinary(
                    cell.getValueArray(), cell.getValueOffset(), cell.getValueLength()));
        more = scanner.next();
      }
      assertThat(more).isFalse();
    }
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void rowanReadsWhatHBaseEncrypted(StoreFileOptions options) throws IOException {
    List<KeyValue> cells = HBaseFiles.sample(5, 300, options.tags(), options.sequences());
    writeWithHBase(options, cells);
    assertNotPlain();
    assertRowanReads(conf, cells);
    List<Finding> findings = new ArrayList<>();
    assertThat(
            StoreFileCheck.check(
                    new LocalFileSystem(StoreKeys.of(conf)), path(), null, findings::add)
                .cells())
        .isEqualTo(cells.size());
    findings.removeIf(it -> it.what().contains("has sequence id"));
    findings.removeIf(it -> it.what().contains("more findings"));
    assertThat(findings).isEmpty();
  }

  private void writeWithHBase(StoreFileOptions options, List<KeyValue> cells) throws IOException {
    ColumnFamilyDescriptor family =
        ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes("f"))
            .setEncryptionType("AES")
            .build();
    Encryption.Context context = EncryptionUtil.createEncryptionContext(conf, family);
    HBaseFiles.writeWithHBase(
        conf, context, path(), options, ChecksumType.CRC32C, options.tags(), cells);
  }

  private void assertRowanReads(Configuration settings, List<KeyValue> cells) throws IOException {
    LocalFileSystem files = new LocalFileSystem(StoreKeys.of(settings));
    try (StoreFile file = StoreFile.open(files, path(), new BlockCache(1 << 20));
        CellScanner scanner = file.scanner(true, false)) {
      for (KeyValue cell : cells) {
        assertThat(scanner.next()).isTrue();
        assertSame(scanner.cell(), HBaseFiles.cell(cell));
        assertThat(file.mayContainRow(scanner.cell().row())).isTrue();
      }
      assertThat(scanner.next()).isFalse();
    }
  }

  private static void assertSame(Cell actual, Cell wanted) {
    assertThat(
            Arrays.equals(
                actual.array(),
                actual.offset(),
                actual.offset() + actual.length(),
                wanted.array(),
                wanted.offset(),
                wanted.offset() + wanted.length()))
        .as("%s instead of %s", actual, wanted)
        .isTrue();
  }

  /** Both with the key before the present one, and neither with another. */
  @Test
  void theMasterKeyIsRotatedInTheSameWay() throws IOException {
    StoreFileOptions options = HBaseFiles.options(Compression.LZ4, 1000, 200, true, true);
    List<KeyValue> cells = HBaseFiles.sample(6, 300, true, true);
    Configuration rotated = new Configuration(conf);
    rotated.set("hbase.crypto.master.key.name", "next");
    HBaseFiles.writeWithRowan(path(), encrypted(options, conf), cells);
    assertThatThrownBy(() -> assertHBaseReads(rotated, cells)).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> assertRowanReads(rotated, cells))
        .isInstanceOf(MissingKeyException.class)
        .hasMessageContaining(path().toString())
        .hasMessageContaining("next");
    rotated.set("hbase.crypto.master.alternate.key.name", "hbase");
    assertHBaseReads(rotated, cells);
    assertRowanReads(rotated, cells);
    Files.delete(path());
    HBaseFiles.writeWithRowan(
        path(), encrypted(options.withEncoding(BlockEncoding.DIFF), rotated), cells);
    rotated.unset("hbase.crypto.master.alternate.key.name");
    assertHBaseReads(rotated, cells);
    assertThatThrownBy(() -> assertRowanReads(conf, cells)).isInstanceOf(MissingKeyException.class);
  }

  @Test
  void keysAreWrappedForEachOther() throws IOException, KeyException {
    StoreKeys keys = StoreKeys.of(conf);
    DataKey key = DataKey.random();
    assertThat(EncryptionUtil.unwrapKey(conf, "hbase", keys.wrap(key, Use.STORE_FILE)).getEncoded())
        .isEqualTo(key.bytes());
    byte[] theirs = EncryptionUtil.wrapKey(conf, key.bytes(), "AES");
    assertThat(keys.unwrap(theirs, Use.STORE_FILE)).isEqualTo(key);
    for (int at = 0; at < theirs.length; at++) {
      byte[] damaged = theirs.clone();
      damaged[at] ^= 0x10;
      try {
        // What is not under the hash is the hash's name, and the algorithm's case.
        assertThat(keys.unwrap(damaged, Use.STORE_FILE)).as("byte %d", at).isEqualTo(key);
      } catch (MissingKeyException e) {
        assertThat(e).hasMessageContaining("hbase");
      }
    }
    assertThatThrownBy(() -> keys.unwrap(new byte[0], Use.STORE_FILE))
        .isInstanceOf(MissingKeyException.class);
  }

  @Test
  void theLogMayHaveAMasterKeyOfItsOwn() throws IOException, KeyException {
    conf.set("hbase.crypto.wal.key.name", "next");
    StoreKeys keys = StoreKeys.of(conf);
    DataKey key = DataKey.random();
    byte[] wrapped = keys.wrap(key, Use.LOG);
    assertThat(EncryptionUtil.unwrapWALKey(conf, "next", wrapped).getEncoded())
        .isEqualTo(key.bytes());
    assertThat(keys.unwrap(wrapped, Use.LOG)).isEqualTo(key);
    assertThatThrownBy(() -> keys.unwrap(wrapped, Use.STORE_FILE))
        .isInstanceOf(MissingKeyException.class);
    assertThat(keys.unwrap(keys.wrap(key, Use.STORE_FILE), Use.LOG)).isEqualTo(key);
  }

  @Test
  void aConfigurationThatAsksForAnotherCipherIsRefused() {
    for (String key :
        List.of(
            "hbase.crypto.key.algorithm",
            "hbase.crypto.wal.algorithm",
            "hbase.crypto.algorithm.aes.mode",
            "hbase.regionserver.wal.encryption")) {
      Configuration other = new Configuration(conf);
      other.set(key, "ROT13");
      assertThatThrownBy(() -> StoreKeys.of(other))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(key)
          .hasMessageContaining("ROT13");
    }
  }

  @Test
  void aProviderThatCannotBeUsedIsNamed() {
    Configuration none = HBaseFiles.configuration();
    assertThatThrownBy(() -> StoreKeys.of(none).wrap(DataKey.random(), Use.STORE_FILE))
        .isInstanceOf(MissingKeyException.class)
        .hasMessageContaining("hbase.crypto.keyprovider.parameters is not set")
        .hasMessageContaining("where the key store is");
    Configuration unknown = new Configuration(conf);
    unknown.set("hbase.crypto.keyprovider", "org.example.Vault");
    assertThatThrownBy(() -> StoreKeys.of(unknown).wrap(DataKey.random(), Use.STORE_FILE))
        .isInstanceOf(MissingKeyException.class)
        .hasMessageContaining("there is no class org.example.Vault");
    unknown.set("hbase.crypto.keyprovider", "java.lang.String");
    assertThatThrownBy(() -> StoreKeys.of(unknown).wrap(DataKey.random(), Use.STORE_FILE))
        .isInstanceOf(MissingKeyException.class)
        .hasMessageContaining("the class java.lang.String is no");
    Configuration absent = new Configuration(conf);
    absent.set("hbase.crypto.master.key.name", "absent");
    assertThatThrownBy(() -> StoreKeys.of(absent).wrap(DataKey.random(), Use.STORE_FILE))
        .isInstanceOf(MissingKeyException.class)
        .hasMessageContaining("absent");
    conf.setBoolean("hbase.crypto.enabled", false);
    assertThatThrownBy(() -> StoreKeys.of(conf).wrap(DataKey.random(), Use.STORE_FILE))
        .isInstanceOf(MissingKeyException.class)
        .hasMessageContaining("hbase.crypto.enabled");
  }

  private Path path() {
    return directory.resolve(NAME);
  }

  private void assertNotPlain() throws IOException {
    assertThat(new String(Files.readAllBytes(path()), ISO_8859_1))
        .doesNotContain("row-0")
        .doesNotContain("hfile.");
  }
}
