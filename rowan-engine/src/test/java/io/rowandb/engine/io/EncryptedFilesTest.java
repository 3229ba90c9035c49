package io.rowandb.engine.io;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Files that are encrypted as a whole, and look as if they were not. */
class EncryptedFilesTest {
  private static final Path FILE = Path.of("/d/file");

  private final NamedKeys keys = new NamedKeys("one").encryptLog(true);
  private final MemoryFileSystem disk = new MemoryFileSystem(keys);
  private final EncryptedFiles files = new EncryptedFiles(disk, FileKeys.Use.LOG);

  /** NIST SP 800-38A, F.5.1: CTR-AES128.Encrypt. */
  @Test
  void theCipherIsAesInCounterMode() {
    byte[] plain = HexFormat.of().parseHex("6bc1bee22e409f96e93d7e117393172a" + "ae2d8a571e03ac9c");
    byte[] iv = HexFormat.of().parseHex("f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff");
    DataKey key = DataKey.of(HexFormat.of().parseHex("2b7e151628aed2a6abf7158809cf4f3c"));
    byte[] secret = new byte[plain.length];
    key.apply(iv, 0, plain, 0, plain.length, secret, 0);
    assertThat(HexFormat.of().formatHex(secret))
        .isEqualTo("874d6191b620e3261bef6864990db6ce" + "9806f66b7970fdff");
    assertThat(key.toString()).doesNotContain("2b7e");
  }

  @Test
  void anyRangeIsReadAsIfNothingWereEncrypted() throws IOException {
    byte[] content = new byte[200_000];
    new Random(5).nextBytes(content);
    disk.createDirectories(FILE.getParent());
    try (AppendFile file = files.create(FILE)) {
      for (int at = 0; at < content.length; ) {
        int part = Math.min(1 + at % 90_001, content.length - at);
        file.write(content, at, part);
        at += part;
        assertThat(file.size()).isEqualTo(at);
      }
    }
    assertThat(files.size(FILE)).isEqualTo(content.length);
    assertThat(disk.size(FILE)).isEqualTo(content.length + EncryptedFormat.HEADER_BYTES);
    try (RandomReadFile file = files.open(FILE)) {
      assertThat(file.size()).isEqualTo(content.length);
      for (int[] range : new int[][] {{0, 200_000}, {1, 1}, {15, 2}, {16, 16}, {99_999, 70_001}}) {
        byte[] read = new byte[range[1] + 2];
        file.readFully(range[0], read, 1, range[1]);
        assertThat(Arrays.copyOfRange(read, 1, 1 + range[1]))
            .isEqualTo(Arrays.copyOfRange(content, range[0], range[0] + range[1]));
      }
    }
  }

  @Test
  void nothingIsWrittenBehindAFailedWrite() throws IOException {
    disk.createDirectories(FILE.getParent());
    FaultyFileSystem faulty = new FaultyFileSystem(disk);
    EncryptedFiles failing = new EncryptedFiles(faulty, FileKeys.Use.LOG);
    try (AppendFile file = failing.create(FILE)) {
      file.write("first".getBytes(UTF_8), 0, 5);
      faulty.failAt("write", 1);
      assertThatThrownBy(() -> file.write("failed".getBytes(UTF_8), 0, 6))
          .hasMessageContaining("injected");
      failing.truncate(FILE, 5);
      assertThat(file.goesOnAfterFailure()).isFalse();
      assertThatThrownBy(() -> file.write("second".getBytes(UTF_8), 0, 6))
          .hasMessageContaining("nothing may follow it");
    }
    assertThat(read()).isEqualTo("first");
  }

  @Test
  void plainFilesAreReadBesideEncryptedOnes() throws IOException {
    disk.createDirectories(FILE.getParent());
    keys.encryptLog(false);
    try (AppendFile file = files.create(FILE)) {
      file.write("plain".getBytes(UTF_8), 0, 5);
    }
    keys.encryptLog(true);
    assertThat(read()).isEqualTo("plain");
    assertThat(files.size(FILE)).isEqualTo(5);
  }

  @Test
  void aCreationThatWasCutOffAnywhereStandsForAnEmptyFile() throws IOException {
    byte[] header = new EncryptedFormat.Header(DataKey.randomIv(), new byte[100]).encode();
    for (int bytes = 0; bytes < header.length; bytes++) {
      if (bytes == 0 || bytes >= 6) { // less of the magic may be that of another file
        assertUnused(Arrays.copyOf(header, bytes));
      }
      assertUnused(Arrays.copyOf(Arrays.copyOf(header, bytes), header.length));
      assertUnused(new byte[bytes]);
    }
  }

  private static void assertUnused(byte[] bytes) throws IOException {
    MemoryFileSystem disk = holding(bytes);
    EncryptedFiles files = new EncryptedFiles(disk, FileKeys.Use.LOG);
    assertThat(files.size(FILE)).as("%d bytes", bytes.length).isZero();
    try (RandomReadFile file = files.open(FILE)) {
      assertThat(file.size()).isZero();
    }
  }

  @Test
  void everyFlippedByteOfTheHeaderIsNoticed() throws IOException {
    byte[] whole =
        Arrays.copyOf(
            new EncryptedFormat.Header(
                    DataKey.randomIv(), keys.wrap(DataKey.random(), FileKeys.Use.LOG))
                .encode(),
            EncryptedFormat.HEADER_BYTES + 1);
    for (int at = 8; at < EncryptedFormat.HEADER_BYTES; at++) {
      byte[] damaged = whole.clone();
      damaged[at] ^= 1;
      EncryptedFiles read = new EncryptedFiles(holding(damaged), FileKeys.Use.LOG);
      assertThatThrownBy(() -> read.open(FILE))
          .as("byte %d", at)
          .isInstanceOf(CorruptFileException.class)
          .hasMessageContaining(FILE.toString());
    }
  }

  @Test
  void aMissingKeyNamesFileAndKeyAndIsNoDamage() throws IOException {
    disk.createDirectories(FILE.getParent());
    files.create(FILE).close();
    keys.use("two", null);
    assertThatThrownBy(() -> files.open(FILE))
        .isInstanceOf(MissingKeyException.class)
        .hasMessageContaining(FILE.toString())
        .hasMessageContaining("two");
    keys.use("two", "one");
    assertThat(read()).isEmpty();
  }

  private String read() throws IOException {
    try (RandomReadFile file = files.open(FILE)) {
      byte[] bytes = new byte[(int) file.size()];
      file.readFully(0, bytes, 0, bytes.length);
      return new String(bytes, UTF_8);
    }
  }

  private static MemoryFileSystem holding(byte[] bytes) throws IOException {
    MemoryFileSystem disk = new MemoryFileSystem();
    disk.createDirectories(FILE.getParent());
    try (AppendFile file = disk.create(FILE)) {
      file.write(bytes, 0, bytes.length);
    }
    return disk;
  }
}
