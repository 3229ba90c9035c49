package io.rowandb.engine.storefile;

import static io.rowandb.engine.cell.CellScannerContract.isSame;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.EnumSource.Mode.EXCLUDE;

import io.rowandb.engine.cache.BlockCache;
import io.rowandb.engine.cell.Bytes;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellCodec;
import io.rowandb.engine.cell.CellOrder;
import io.rowandb.engine.cell.CellSamples;
import io.rowandb.engine.cell.CellScanner;
import io.rowandb.engine.io.CorruptFileException;
import io.rowandb.engine.io.LocalFileSystem;
import io.rowandb.engine.io.ReadLimit;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Damage anywhere in a file is named with file and offset, or does not change an answer. */
@Tag("slow")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class DamagedStoreFileTest {
  private static final int[] FLIPS = {0x01, 0x02, 0x80, 0xff};

  /** Behind all cells. */
  private static final Cell END = CellCodec.lastOnRow(new byte[] {-1});

  /** What one file may take: each block is read a few times. */
  private static final long MAX_READS = 100_000;

  private final List<Cell> cells = CellSamples.sorted(11, 120);

  @ParameterizedTest
  @EnumSource(Compression.class)
  void everyFlippedByteIsNoticedOrHarmless(Compression compression) throws IOException {
    flipEachByte(StoreFiles.TINY.withCompression(compression));
  }

  @ParameterizedTest
  @EnumSource(value = BlockEncoding.class, mode = EXCLUDE, names = "NONE")
  void everyFlippedByteOfAnEncodingIsNoticedOrHarmless(BlockEncoding encoding) throws IOException {
    flipEachByte(StoreFiles.TINY.withEncoding(encoding));
  }

  @ParameterizedTest
  @EnumSource(value = BloomType.class, mode = EXCLUDE, names = "ROW")
  void everyFlippedByteOfAFilterIsNoticedOrHarmless(BloomType type) throws IOException {
    flipEachByte(StoreFiles.TINY.withBloom(new BloomOptions(type, 4, 0.01, 128, 7)));
  }

  private void flipEachByte(StoreFileOptions options) throws IOException {
    byte[] whole = StoreFiles.bytes(StoreFiles.written(options, cells));
    assertThat(whole.length).isBetween(8_000, 40_000);
    StoreFileInfo info;
    try (StoreFile file =
        StoreFile.open(StoreFiles.holding(whole), StoreFiles.PATH, new BlockCache(0))) {
      info = file.info();
    }
    int noticed = 0;
    for (int at = 0; at < whole.length; at++) {
      int flip = FLIPS[at % FLIPS.length];
      byte[] damaged = whole.clone();
      damaged[at] ^= (byte) flip;
      try {
        assertUnharmed(damaged, info);
      } catch (CorruptFileException e) {
        noticed++;
        assertThat(e.file()).isEqualTo(StoreFiles.PATH);
        assertThat(e.offset()).isBetween(0L, (long) whole.length);
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("byte " + at + " changed by " + flip, e);
      }
    }
    System.out.printf(
        "flips: store file, %s, %s, %s: %,d bytes, noticed %,d, harmless %,d, wrong 0%n",
        options.compression(),
        options.encoding(),
        options.bloom().type(),
        whole.length,
        noticed,
        whole.length - noticed);
    assertThat(noticed).isGreaterThan(whole.length * 9 / 10);
  }

  /** All answers of the file are those of the undamaged one. Plain comparisons: it runs often. */
  private void assertUnharmed(byte[] bytes, StoreFileInfo info) throws IOException {
    try (StoreFile file =
        StoreFile.open(
            new ReadLimit(StoreFiles.holding(bytes), MAX_READS),
            StoreFiles.PATH,
            new BlockCache(1 << 20))) {
      assertTrue(describe(file.info()).equals(describe(info)), "info");
      try (CellScanner scanner = file.scanner(true, true)) {
        for (Cell cell : cells) {
          assertTrue(scanner.next() && isSame(scanner.cell(), cell), cell);
          assertTrue(file.mayContainRow(cell.row()), cell);
          byte[][] column = {cell.qualifier()};
          assertTrue(file.mayContainColumns(cell.row(), column), cell);
          assertTrue(file.mayContainRange(cell.row(), cell.row(), true), cell);
        }
        assertTrue(!scanner.next(), "end");
        for (int i = cells.size() - 1; i >= 0; i--) {
          boolean found = scanner.seekBefore(i == cells.size() - 1 ? END : cells.get(i + 1));
          assertTrue(found && isSame(scanner.cell(), cells.get(i)), cells.get(i));
        }
        assertTrue(!scanner.seekBefore(cells.get(0)), "start");
        for (int i = 1; i < cells.size(); i += 7) {
          Cell absent = CellCodec.lastOnRow(cells.get(i).row());
          file.mayContainRow(Arrays.copyOf(absent.row(), absent.rowLength() + 2));
          boolean found = scanner.seek(absent);
          Cell next = after(absent);
          assertTrue(found == (next != null) && (!found || isSame(scanner.cell(), next)), absent);
        }
      }
    }
  }

  /** The first cell behind a key, or null. */
  private Cell after(Cell key) {
    for (Cell cell : cells) {
      if (CellOrder.compareCells(cell, key) > 0) {
        return cell;
      }
    }
    return null;
  }

  private static String describe(StoreFileInfo info) {
    return info.toString().replaceAll("\\[B@[0-9a-f]+", "")
        + Arrays.toString(info.firstRow())
        + Arrays.toString(info.lastRow());
  }

  private static void assertTrue(boolean holds, Object what) {
    if (!holds) {
      throw new AssertionError("wrong: " + what);
    }
  }

  @Test
  void everyTruncationIsNoticed() throws IOException {
    byte[] whole = StoreFiles.bytes(StoreFiles.written(StoreFiles.TINY, cells));
    for (int length = 0; length < whole.length; length += 13) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThatThrownBy(
              () -> StoreFile.open(StoreFiles.holding(cut), StoreFiles.PATH, new BlockCache(0)))
          .as("cut to %d bytes", length)
          .isInstanceOf(CorruptFileException.class);
    }
  }

  /** A file may be as long as it likes without taking room on disk: its middle is a hole. */
  @Test
  void anEntryOfALongFileIsBoundedByWhatABlockCanHold(@TempDir Path directory) throws IOException {
    byte[] whole = StoreFiles.bytes(StoreFiles.written(StoreFiles.TINY, cells));
    int indexAt = (int) trailer(whole).loadOnOpenOffset();
    int entryAt = indexAt + HFileFormat.HEADER_BYTES;
    Bytes.putLong(whole, entryAt, 0);
    Bytes.putInt(whole, entryAt + Long.BYTES, Integer.MAX_VALUE - Long.BYTES);
    int indexBytes = Bytes.getInt(whole, indexAt + HFileFormat.DISK_BYTES_AT);
    SealedFile.seal(whole, indexAt, HFileFormat.HEADER_BYTES + indexBytes);
    long hole = 1L << 31;
    Path file = sparse(directory, whole, indexAt, hole, moved(trailer(whole), hole));
    assertThatThrownBy(() -> StoreFile.open(new LocalFileSystem(), file, new BlockCache(0)))
        .isInstanceOf(CorruptFileException.class)
        .hasMessageContaining("entry says that a block has 2147483639 bytes");
  }

  @Test
  void aBlockReadOnOpeningIsBoundedToo(@TempDir Path directory) throws IOException {
    byte[] whole = StoreFiles.bytes(StoreFiles.written(StoreFiles.TINY, cells));
    int indexAt = (int) trailer(whole).loadOnOpenOffset();
    Bytes.putInt(whole, indexAt + HFileFormat.DISK_BYTES_AT, Integer.MAX_VALUE - 100);
    int trailerAt = whole.length - HFileFormat.TRAILER_BYTES;
    Path file = sparse(directory, whole, trailerAt, 1L << 32, trailer(whole));
    assertThatThrownBy(() -> StoreFile.open(new LocalFileSystem(), file, new BlockCache(0)))
        .isInstanceOf(CorruptFileException.class)
        .hasMessageContaining("block of 2147483547 bytes");
  }

  /** Some codecs can unpack a kilobyte to many megabytes; a file says how much it has in all. */
  @Test
  void aBlockUnpacksToNoMoreThanItsFileHas() throws IOException {
    StoreFileOptions options = StoreFiles.TINY.withCompression(Compression.ZSTD);
    byte[] whole = StoreFiles.bytes(StoreFiles.written(options, cells));
    int size = HFileFormat.HEADER_BYTES + Bytes.getInt(whole, HFileFormat.DISK_BYTES_AT);
    int most = (int) trailer(whole).totalBytes();
    assertThat(Compression.ZSTD.mostBytes(100)).as("the codec could").isGreaterThan(most);
    Bytes.putInt(whole, HFileFormat.BODY_BYTES_AT, most + 1);
    SealedFile.seal(whole, 0, size);
    try (StoreFile file =
            StoreFile.open(StoreFiles.holding(whole), StoreFiles.PATH, new BlockCache(0));
        CellScanner scanner = file.scanner(true, true)) {
      assertThatThrownBy(scanner::next)
          .isInstanceOf(CorruptFileException.class)
          .hasMessageContaining(
              "with a body of %d bytes, where at most %d are possible", most + 1, most);
    }
  }

  private static Trailer trailer(byte[] whole) throws IOException {
    int trailerAt = whole.length - HFileFormat.TRAILER_BYTES;
    return Trailer.decode(StoreFiles.PATH, trailerAt, whole, trailerAt);
  }

  private static Path sparse(
      Path directory, byte[] whole, int holeAt, long holeBytes, Trailer trailer)
      throws IOException {
    Path file = directory.resolve("file");
    int trailerAt = whole.length - HFileFormat.TRAILER_BYTES;
    try (FileChannel out =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      out.write(ByteBuffer.wrap(whole, 0, holeAt), 0);
      out.write(ByteBuffer.wrap(whole, holeAt, trailerAt - holeAt), holeAt + holeBytes);
      out.write(ByteBuffer.wrap(trailer.encode()), trailerAt + holeBytes);
    }
    return file;
  }

  private static Trailer moved(Trailer trailer, long by) {
    return new Trailer(
        trailer.fileInfoOffset() + by,
        trailer.loadOnOpenOffset() + by,
        trailer.indexBytes(),
        trailer.totalBytes(),
        trailer.rootEntries(),
        trailer.metaEntries(),
        trailer.cells(),
        trailer.levels(),
        trailer.firstDataOffset(),
        trailer.lastDataOffset(),
        trailer.compression(),
        trailer.wrappedKey());
  }

  @Test
  void aFileOfSomethingElseIsRefused() throws IOException {
    byte[] text =
        "a line of text that is no HFile\n".repeat(1000).getBytes(StandardCharsets.US_ASCII);
    assertThatThrownBy(
            () -> StoreFile.open(StoreFiles.holding(text), StoreFiles.PATH, new BlockCache(0)))
        .isInstanceOf(CorruptFileException.class)
        .hasMessageContaining("no HFile");
  }
}
