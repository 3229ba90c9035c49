package io.rowandb.engine.storefile;

import static io.rowandb.engine.cell.CellScannerContract.isSame;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.engine.cache.BlockCache;
import io.rowandb.engine.cell.Bytes;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellSamples;
import io.rowandb.engine.cell.CellScanner;
import io.rowandb.engine.cell.DumpedParts;
import io.rowandb.engine.io.AppendFile;
import io.rowandb.engine.io.CorruptFileException;
import io.rowandb.engine.io.DataKey;
import io.rowandb.engine.io.Finding;
import io.rowandb.engine.io.MemoryFileSystem;
import io.rowandb.engine.io.MissingKeyException;
import io.rowandb.engine.io.NamedKeys;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Encrypted store files: what is in them, who can read them, and what damage does. */
class EncryptedStoreFileTest {
  private static final NamedKeys KEYS = new NamedKeys("one");
  private static final StoreFileEncryption ENCRYPTION =
      new StoreFileEncryption(KEYS, Optional.empty());

  private static final Path PATH = StoreFiles.PATH;

  private final List<Cell> cells = CellSamples.sorted(11, 400);

  static Stream<StoreFileOptions> shapes() {
    List<StoreFileOptions> shapes = new ArrayList<>();
    for (BlockEncoding encoding : BlockEncoding.values()) {
      for (Compression compression : Compression.values()) {
        shapes.add(StoreFiles.TINY.withEncoding(encoding).withCompression(compression));
      }
    }
    return shapes.stream();
  }

  @Tag("slow")
  @ParameterizedTest
  @MethodSource("shapes")
  void everyCellComesBackAndNoneIsReadable(StoreFileOptions shape) throws IOException {
    byte[] plain = StoreFiles.bytes(StoreFiles.written(shape, cells));
    byte[] bytes = written(shape.withEncryption(ENCRYPTION));
    MemoryFileSystem disk = holding(bytes);
    try (StoreFile file = StoreFile.open(disk, PATH, new BlockCache(1 << 20))) {
      assertThat(file.info().entryCount()).isEqualTo(cells.size());
      assertCells(StoreFiles.read(file, true));
      assertCells(StoreFiles.read(file, false));
      try (CellScanner scanner = file.scanner(true, false)) {
        for (Cell cell : cells) {
          assertThat(scanner.seek(cell) && isSame(scanner.cell(), cell)).isTrue();
          assertThat(file.mayContainRow(cell.row())).isTrue();
        }
      }
    }
    List<Finding> findings = new ArrayList<>();
    assertThat(StoreFileCheck.check(disk, PATH, null, findings::add).cells())
        .isEqualTo(cells.size());
    List<Finding> ofPlain = new ArrayList<>();
    assertThat(StoreFileCheck.check(StoreFiles.holding(plain), PATH, null, ofPlain::add).rows())
        .isPositive();
    // Sequence ids above what the file is told, in both.
    assertThat(findings.stream().map(Finding::what))
        .containsExactlyElementsOf(ofPlain.stream().map(Finding::what).toList());
    assertThat(new String(plain, StandardCharsets.ISO_8859_1).contains("hfile.LASTKEY"))
        .isEqualTo(shape.compression() == Compression.NONE);
    assertThat(new String(bytes, StandardCharsets.ISO_8859_1)).doesNotContain("hfile.LASTKEY");
    for (Cell cell : cells) {
      if (cell.row().length > 4) {
        assertThat(indexOf(bytes, cell.row())).as("row of %s", cell).isNegative();
      }
    }
  }

  @Test
  void aGetOfOneCellReadsABlockOfManyParts() throws IOException {
    StoreFileOptions options =
        StoreFileOptions.DEFAULT.withCompression(Compression.LZ4).withEncryption(ENCRYPTION);
    List<Cell> many = CellSamples.sorted(3, 4_000);
    MemoryFileSystem disk = holding(written(options, many));
    try (StoreFile file = StoreFile.open(disk, PATH, new BlockCache(8 << 20));
        CellScanner scanner = file.scanner(true, false)) {
      for (int i = 0; i < many.size(); i += 13) {
        assertThat(scanner.seek(many.get(i)) && isSame(scanner.cell(), many.get(i))).isTrue();
      }
    }
  }

  @Test
  void anEmptyFileAndOneOfAFamilysKeyAreRead() throws IOException {
    try (StoreFile file =
        StoreFile.open(
            holding(written(StoreFiles.TINY.withEncryption(ENCRYPTION), List.of())),
            PATH,
            new BlockCache(0))) {
      assertThat(StoreFiles.read(file, true)).isEmpty();
    }
    StoreFileEncryption family = new StoreFileEncryption(KEYS, Optional.of(DataKey.random()));
    byte[] one = written(StoreFiles.TINY.withEncryption(family));
    byte[] two = written(StoreFiles.TINY.withEncryption(family));
    assertThat(one.length).isEqualTo(two.length);
    int same = 0;
    for (int i = 0; i < one.length - HFileFormat.TRAILER_BYTES; i++) {
      same += one[i] == two[i] ? 1 : 0;
    }
    assertThat(same).as("bytes alike, mostly headers and chance").isLessThan(one.length / 3);
    try (StoreFile file = StoreFile.open(holding(two), PATH, new BlockCache(0))) {
      assertCells(StoreFiles.read(file, true));
    }
  }

  @Test
  void withoutItsMasterKeyAFileIsNotDamagedButUnreadable() throws IOException {
    byte[] bytes = written(StoreFiles.TINY.withEncryption(ENCRYPTION));
    for (MemoryFileSystem disk :
        List.of(StoreFiles.holding(bytes), holding(bytes, new NamedKeys("two")))) {
      assertThatThrownBy(() -> StoreFile.open(disk, PATH, new BlockCache(0)))
          .isInstanceOf(MissingKeyException.class)
          .hasMessageContaining(PATH.toString())
          .hasMessageContaining("key");
      List<Finding> findings = new ArrayList<>();
      StoreFileCheck.Outcome outcome = StoreFileCheck.check(disk, PATH, null, findings::add);
      assertThat(outcome.cells()).isZero();
      assertThat(findings)
          .singleElement()
          .matches(it -> it.severity() == Finding.Severity.ERROR && it.what().contains("key"));
    }
    NamedKeys rotated = new NamedKeys("one").use("two", "one");
    try (StoreFile file = StoreFile.open(holding(bytes, rotated), PATH, new BlockCache(0))) {
      assertCells(StoreFiles.read(file, true));
    }
    rotated.use("three", "two");
    assertThatThrownBy(() -> StoreFile.open(holding(bytes, rotated), PATH, new BlockCache(0)))
        .isInstanceOf(MissingKeyException.class);
  }

  @Test
  void aFileCannotBeWrittenWithoutAMasterKey() throws IOException {
    MemoryFileSystem disk = holding(new byte[0]);
    disk.delete(PATH);
    StoreFileEncryption none =
        new StoreFileEncryption(new MemoryFileSystem().keys(), Optional.empty());
    assertThatThrownBy(() -> StoreFiles.write(disk, StoreFiles.TINY.withEncryption(none), cells))
        .isInstanceOf(MissingKeyException.class)
        .hasMessageContaining("hbase.crypto.keyprovider");
    assertThat(disk.exists(PATH)).isFalse();
  }

  @Tag("slow")
  @Test
  void everyFlippedByteIsNoticedOrHarmless() throws IOException {
    byte[] whole = written(StoreFiles.TINY.withEncryption(ENCRYPTION), cells.subList(0, 60));
    int noticed = 0;
    for (int at = 0; at < whole.length; at++) {
      byte[] damaged = whole.clone();
      damaged[at] ^= (byte) (1 << at % 8);
      try (StoreFile file = StoreFile.open(holding(damaged), PATH, new BlockCache(0))) {
        List<Cell> read = StoreFiles.read(file, true);
        assertThat(read).hasSize(60);
        for (int i = 0; i < 60; i++) {
          assertThat(isSame(read.get(i), cells.get(i))).as("byte %d", at).isTrue();
        }
      } catch (CorruptFileException | MissingKeyException e) {
        noticed++;
        assertThat(e).hasMessageContaining(PATH.toString());
      }
    }
    assertThat(noticed).isGreaterThan((whole.length - HFileFormat.TRAILER_BYTES) * 8 / 10);
  }

  /** The checksum is right and the head of the body lies: each length, and each other byte. */
  @Test
  void aBodyThatLiesIsDamageWhateverItSays() throws IOException {
    byte[] whole =
        written(StoreFiles.TINY.withEncryption(ENCRYPTION).withCompression(Compression.GZ));
    for (int value = 0; value < 256; value++) {
      if (value != DataKey.IV_BYTES) {
        assertDamaged(whole, HFileFormat.HEADER_BYTES, (byte) value);
      }
    }
    int end = Bytes.getInt(whole, HFileFormat.CHECKSUMMED_BYTES_AT);
    for (int at = HFileFormat.HEADER_BYTES + 1; at < end; at++) {
      assertDamagedOrHarmless(whole, at, (byte) (whole[at] ^ 4));
    }
  }

  private void assertDamaged(byte[] whole, int at, byte value) throws IOException {
    try (StoreFile file = StoreFile.open(changed(whole, at, value), PATH, new BlockCache(0))) {
      assertThatThrownBy(() -> StoreFiles.read(file, true))
          .as("byte %d, %d", at, value)
          .isInstanceOf(CorruptFileException.class)
          .hasMessageContaining(PATH.toString());
    }
  }

  /** Gzip's header has bytes that nobody reads. */
  private void assertDamagedOrHarmless(byte[] whole, int at, byte value) throws IOException {
    try (StoreFile file = StoreFile.open(changed(whole, at, value), PATH, new BlockCache(0))) {
      assertCells(StoreFiles.read(file, true));
      assertThat(at).isLessThan(HFileFormat.HEADER_BYTES + 1 + DataKey.IV_BYTES + 10);
    } catch (CorruptFileException e) {
      assertThat(e.file()).isEqualTo(PATH);
    }
  }

  /** A changed byte of the first data block, whose checksums are made anew. */
  private static MemoryFileSystem changed(byte[] whole, int at, byte value) throws IOException {
    byte[] changed = whole.clone();
    changed[at] = value;
    int checksummed = Bytes.getInt(changed, HFileFormat.CHECKSUMMED_BYTES_AT);
    BlockChecksum.append(
        changed, checksummed, Bytes.getInt(changed, HFileFormat.CHECKSUM_CHUNK_AT));
    return holding(changed);
  }

  @Test
  void aTrailerThatLiesAboutItsKeyIsDamageOrNoKey() throws IOException {
    byte[] whole = written(StoreFiles.TINY.withEncryption(ENCRYPTION));
    int start = whole.length - HFileFormat.TRAILER_BYTES;
    int field = start;
    while (whole[field] != (13 << 3 | 2) || whole[field + 1] != 36) {
      field++;
    }
    for (int length = 0; length < 128; length++) {
      byte[] changed = whole.clone();
      changed[field + 1] = (byte) length;
      if (length != 36) {
        assertThatThrownBy(() -> StoreFile.open(holding(changed), PATH, new BlockCache(0)))
            .isInstanceOfAny(CorruptFileException.class, MissingKeyException.class)
            .hasMessageContaining(PATH.toString());
      }
    }
  }

  @Test
  void aDumpShowsCellsWithTheKeyAndPlacesWithout() throws IOException {
    byte[] bytes = written(StoreFiles.TINY.withEncryption(ENCRYPTION));
    DumpedParts sink = DumpedParts.all();
    StoreFileDump.show(holding(bytes), PATH, sink);
    assertThat(sink.cells()).hasSameSizeAs(cells);
    assertThat(sink.last("trailer").fields()).containsEntry("wrappedKeyBytes", 36);
    DumpedParts blind = DumpedParts.all();
    assertThatThrownBy(() -> StoreFileDump.show(StoreFiles.holding(bytes), PATH, blind))
        .isInstanceOf(MissingKeyException.class);
    assertThat(blind.cells()).isEmpty();
    assertThat(blind.kinds()).contains("data", "root index");
  }

  private byte[] written(StoreFileOptions options) throws IOException {
    return written(options, cells);
  }

  private static byte[] written(StoreFileOptions options, List<Cell> cells) throws IOException {
    return StoreFiles.bytes(StoreFiles.written(options, cells));
  }

  private static MemoryFileSystem holding(byte[] bytes) throws IOException {
    return holding(bytes, KEYS);
  }

  private static MemoryFileSystem holding(byte[] bytes, NamedKeys keys) throws IOException {
    MemoryFileSystem disk = new MemoryFileSystem(keys);
    disk.createDirectories(PATH.getParent());
    try (AppendFile file = disk.create(PATH)) {
      file.write(bytes, 0, bytes.length);
    }
    return disk;
  }

  private void assertCells(List<Cell> read) {
    assertThat(read).hasSameSizeAs(cells);
    for (int i = 0; i < cells.size(); i++) {
      assertThat(isSame(read.get(i), cells.get(i))).as("%s", cells.get(i)).isTrue();
    }
  }

  private static int indexOf(byte[] bytes, byte[] part) {
    for (int at = 0; at + part.length <= bytes.length; at++) {
      if (Arrays.equals(bytes, at, at + part.length, part, 0, part.length)) {
        return at;
      }
    }
    return -1;
  }
}
