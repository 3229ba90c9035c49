package io.rowandb.testkit.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.engine.cache.BlockCache;
import io.rowandb.engine.cell.Bytes;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellScanner;
import io.rowandb.engine.io.LocalFileSystem;
import io.rowandb.engine.storefile.BlockEncoding;
import io.rowandb.engine.storefile.Compression;
import io.rowandb.engine.storefile.StoreFile;
import io.rowandb.engine.storefile.StoreFileOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.io.encoding.IndexBlockEncoding;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.util.ChecksumType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that HBase's own writer wrote are read by Rowan, cell by cell. */
@Tag("slow")
class RowanReadsHBaseFilesTest {
  private static final String NAME = "0123456789abcdef0123456789abcdef";

  @TempDir Path directory;

  @ParameterizedTest
  @MethodSource("io.rowandb.testkit.interop.HBaseFiles#shapes")
  void everyCellIsThere(StoreFileOptions options) throws IOException {
    List<KeyValue> cells = HBaseFiles.sample(5, 4000, options.tags(), options.sequences());
    ChecksumType sums =
        !options.tags()
            ? ChecksumType.CRC32
            : options.sequences() ? ChecksumType.CRC32C : ChecksumType.NULL;
    Path path = directory.resolve(NAME);
    HBaseFiles.writeWithHBase(path, options, sums, cells);

    BlockCache cache = new BlockCache(64 << 10);
    try (StoreFile file = StoreFile.open(new LocalFileSystem(), path, cache)) {
      assertThat(file.info().entryCount()).isEqualTo(cells.size());
      assertThat(file.info().maxSequence()).isEqualTo(HBaseFiles.MAX_SEQUENCE);
      assertThat(file.info().majorCompaction()).isTrue();
      assertThat(file.info().minTimestamp()).isZero();
      assertThat(file.info().maxTimestamp()).isEqualTo(1019);
      assertThat(file.info().createdMillis()).isEqualTo(HBaseFiles.CREATED_MILLIS);
      assertThat(file.info().firstRow()).isEqualTo(CellUtil.cloneRow(cells.get(0)));
      assertThat(file.info().lastRow()).isEqualTo(CellUtil.cloneRow(cells.get(cells.size() - 1)));
      assertScan(file, cells, false);
      assertScan(file, cells, true);
      assertSeeks(file, cells);
      assertBloomFilter(file, cells);
    }
    assertThat(cache.bytes()).isZero();
  }

  private static void assertScan(StoreFile file, List<KeyValue> cells, boolean sequential)
      throws IOException {
    try (CellScanner scanner = file.scanner(true, sequential)) {
      for (KeyValue cell : cells) {
        assertThat(scanner.next()).isTrue();
        assertSame(scanner.cell(), cell);
      }
      assertThat(scanner.next()).isFalse();
    }
  }

  private static void assertSeeks(StoreFile file, List<KeyValue> cells) throws IOException {
    try (CellScanner scanner = file.scanner(true, false)) {
      for (int i = 0; i < cells.size(); i += 7) {
        assertThat(scanner.seek(HBaseFiles.cell(cells.get(i)))).isTrue();
        assertSame(scanner.cell(), cells.get(i));
        assertThat(scanner.seekBefore(HBaseFiles.cell(cells.get(i)))).isEqualTo(i > 0);
        if (i > 0) {
          assertSame(scanner.cell(), cells.get(i - 1));
        }
      }
    }
  }

  private static void assertBloomFilter(StoreFile file, List<KeyValue> cells) throws IOException {
    for (KeyValue cell : cells) {
      assertThat(file.mayContainRow(CellUtil.cloneRow(cell))).as("row of %s", cell).isTrue();
    }
    int passed = 0;
    for (int i = 0; i < 1000; i++) {
      byte[] absent = org.apache.hadoop.hbase.util.Bytes.toBytes(String.format("row-%05dx", i));
      passed += file.mayContainRow(absent) ? 1 : 0;
    }
    assertThat(passed).as("absent rows that pass, of 1000").isLessThan(40);
  }

  private static void assertSame(Cell actual, KeyValue expected) {
    Cell wanted = HBaseFiles.cell(expected);
    assertThat(
            Arrays.equals(
                    actual.array(),
                    actual.offset(),
                    actual.offset() + actual.length(),
                    wanted.array(),
                    wanted.offset(),
                    wanted.offset() + wanted.length())
                && actual.sequence() == wanted.sequence())
        .as("%s instead of %s", actual, wanted)
        .isTrue();
  }

  @ParameterizedTest
  @MethodSource("io.rowandb.testkit.interop.HBaseFiles#edgeShapesAndLargeBlocks")
  void everyOddCellIsThere(StoreFileOptions options) throws IOException {
    List<KeyValue> cells = HBaseFiles.edges();
    Path path = directory.resolve(NAME);
    HBaseFiles.writeWithHBase(path, options, ChecksumType.CRC32C, cells);
    try (StoreFile file = StoreFile.open(new LocalFileSystem(), path, new BlockCache(1 << 20))) {
      assertScan(file, cells, true);
      assertSeeks(file, cells);
    }
  }

  /** As HBase's stores do it with an encoding, unless COMPRESS_TAGS of the family is false. */
  @ParameterizedTest
  @EnumSource(BlockEncoding.class)
  void tagsThatAreNumbersAreRead(BlockEncoding encoding) throws IOException {
    List<KeyValue> cells = HBaseFiles.tagged(3000);
    Path path = directory.resolve(NAME);
    StoreFileOptions options =
        HBaseFiles.options(Compression.NONE, 20_000, 2000, true, true).withEncoding(encoding);
    HBaseFiles.writeWithHBase(path, options, ChecksumType.CRC32C, true, cells);
    try (StoreFile file = StoreFile.open(new LocalFileSystem(), path, new BlockCache(1 << 20))) {
      assertScan(file, cells, true);
      assertSeeks(file, cells);
    }
  }

  @Test
  void anEncodingThatIsNotReadIsNamed() throws IOException {
    Configuration conf = HBaseFiles.configuration();
    Path path = directory.resolve(NAME);
    try (HFile.Writer writer =
        HFile.getWriterFactory(conf, CacheConfig.DISABLED)
            .withPath(
                FileSystem.getLocal(conf).getRaw(), new org.apache.hadoop.fs.Path(path.toUri()))
            .withFileContext(
                new HFileContextBuilder()
                    .withIndexBlockEncoding(IndexBlockEncoding.PREFIX_TREE)
                    .build())
            .create()) {
      for (KeyValue cell : HBaseFiles.sample(1, 100, false, false)) {
        writer.append(cell);
      }
    }
    assertThatThrownBy(() -> StoreFile.open(new LocalFileSystem(), path, new BlockCache(0)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("PREFIX_TREE")
        .hasMessageContaining(NAME);
  }

  @Test
  void aBareHFileWithoutAStoresFactsIsRead() throws IOException {
    Configuration conf = HBaseFiles.configuration();
    Path path = directory.resolve(NAME);
    List<KeyValue> cells = HBaseFiles.sample(2, 500, false, false);
    try (HFile.Writer writer =
        HFile.getWriterFactory(conf, CacheConfig.DISABLED)
            .withPath(
                FileSystem.getLocal(conf).getRaw(), new org.apache.hadoop.fs.Path(path.toUri()))
            .withFileContext(new HFileContextBuilder().withBlockSize(500).build())
            .create()) {
      for (KeyValue cell : cells) {
        writer.append(cell);
      }
      writer.appendMetaBlock("note", new org.apache.hadoop.io.Text("of somebody"));
    }
    try (StoreFile file = StoreFile.open(new LocalFileSystem(), path, new BlockCache(1 << 20))) {
      assertThat(file.info().maxSequence()).isZero();
      assertThat(file.info().maxTimestamp()).isEqualTo(Long.MAX_VALUE);
      assertThat(Bytes.printable(file.info().firstRow())).startsWith("row-");
      assertThat(file.info().keptFromMinorCompactions()).isFalse();
      assertScan(file, cells, true);
    }
  }

  /** As HBase's jobs write it with hbase.mapreduce.hfileoutputformat.compaction.exclude. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whetherAFileIsKeptFromMinorCompactionsIsRead(boolean kept) throws IOException {
    Configuration conf = HBaseFiles.configuration();
    Path path = directory.resolve(NAME);
    try (HFile.Writer writer =
        HFile.getWriterFactory(conf, CacheConfig.DISABLED)
            .withPath(
                FileSystem.getLocal(conf).getRaw(), new org.apache.hadoop.fs.Path(path.toUri()))
            .withFileContext(new HFileContextBuilder().build())
            .create()) {
      for (KeyValue cell : HBaseFiles.sample(3, 10, false, false)) {
        writer.append(cell);
      }
      writer.appendFileInfo(
          HStoreFile.EXCLUDE_FROM_MINOR_COMPACTION_KEY,
          org.apache.hadoop.hbase.util.Bytes.toBytes(kept));
    }
    try (StoreFile file = StoreFile.open(new LocalFileSystem(), path, new BlockCache(1 << 20))) {
      assertThat(file.info().keptFromMinorCompactions()).isEqualTo(kept);
    }
  }
}
