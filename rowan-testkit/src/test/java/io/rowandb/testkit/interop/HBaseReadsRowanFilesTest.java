package io.rowandb.testkit.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.cache.BlockCache;
import io.rowandb.engine.io.LocalFileSystem;
import io.rowandb.engine.storefile.Compression;
import io.rowandb.engine.storefile.StoreFile;
import io.rowandb.engine.storefile.StoreFileOptions;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparatorImpl;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.ExtendedCell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFilePrettyPrinter;
import org.apache.hadoop.hbase.io.hfile.HFileScanner;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.KeyValueScanner;
import org.apache.hadoop.hbase.regionserver.StoreFileReader;
import org.apache.hadoop.hbase.util.BloomFilter;
import org.apache.hadoop.hbase.util.BloomFilterFactory;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.ChecksumType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Files that Rowan wrote are read by HBase's reader, store file and tool. */
@Tag("slow")
class HBaseReadsRowanFilesTest {
  private static final String NAME = "fedcba9876543210fedcba9876543210";

  @TempDir Path directory;

  private final Configuration conf = HBaseFiles.configuration();

  @ParameterizedTest
  @MethodSource("io.rowandb.testkit.interop.HBaseFiles#shapes")
  void everyCellIsThere(StoreFileOptions options) throws IOException {
    int count = options.indexChunkBytes() == 200 ? 4000 : 1000;
    List<KeyValue> cells = HBaseFiles.sample(5, count, options.tags(), options.sequences());
    HBaseFiles.writeWithRowan(directory.resolve(NAME), options, cells);

    try (HFile.Reader reader = HFile.createReader(fileSystem(), path(), conf)) {
      assertThat(reader.getEntries()).isEqualTo(cells.size());
      assertThat(reader.getTrailer().getNumDataIndexLevels())
          .as("levels of the index")
          .isGreaterThanOrEqualTo(options.indexChunkBytes() == 200 ? 3 : 1);
      assertScan(reader, cells);
      assertBloomFilter(reader, cells);
      assertThat(CellUtil.cloneRow(reader.midKey().orElseThrow())).isEqualTo(middleRow());
    }
    assertStoreFile(cells);
  }

  @ParameterizedTest
  @MethodSource("io.rowandb.testkit.interop.HBaseFiles#edgeShapesAndLargeBlocks")
  void everyOddCellIsThere(StoreFileOptions options) throws IOException {
    List<KeyValue> cells = HBaseFiles.edges();
    HBaseFiles.writeWithRowan(directory.resolve(NAME), options, cells);
    try (HFile.Reader reader = HFile.createReader(fileSystem(), path(), conf)) {
      assertThat(reader.getDataBlockEncoding()).hasToString(options.encoding().name());
      assertScan(reader, cells);
    }
    HStoreFile file = storeFile();
    try (KeyValueScanner scanner = file.getPreadScanner(false, Long.MAX_VALUE, 0, false)) {
      assertSeeks(scanner, cells);
    } finally {
      file.closeStoreFile(false);
    }
  }

  private byte[] middleRow() throws IOException {
    try (StoreFile file =
        StoreFile.open(new LocalFileSystem(), directory.resolve(NAME), new BlockCache(0))) {
      return file.middleRow();
    }
  }

  private void assertScan(HFile.Reader reader, List<KeyValue> cells) throws IOException {
    HFileScanner scanner = reader.getScanner(conf, false, false);
    boolean more = scanner.seekTo();
    for (KeyValue cell : cells) {
      assertThat(more).isTrue();
      assertSame(scanner.getCell(), cell);
      more = scanner.next();
    }
    assertThat(more).isFalse();
  }

  private static void assertBloomFilter(HFile.Reader reader, List<KeyValue> cells)
      throws IOException {
    DataInput meta = reader.getGeneralBloomFilterMetadata();
    BloomFilter filter = BloomFilterFactory.createFromMeta(meta, reader);
    for (KeyValue cell : cells) {
      byte[] row = CellUtil.cloneRow(cell);
      assertThat(filter.contains(row, 0, row.length, null)).as("row of %s", cell).isTrue();
    }
    int passed = 0;
    for (int i = 0; i < 1000; i++) {
      byte[] absent = Bytes.toBytes(String.format("row-%05dx", i));
      passed += filter.contains(absent, 0, absent.length, null) ? 1 : 0;
    }
    assertThat(passed).as("absent rows that pass, of 1000").isLessThan(40);
  }

  private HStoreFile storeFile() throws IOException {
    HStoreFile file =
        new HStoreFile(fileSystem(), path(), conf, CacheConfig.DISABLED, BloomType.ROW, true);
    file.initReader();
    return file;
  }

  private void assertStoreFile(List<KeyValue> cells) throws IOException {
    HStoreFile file = storeFile();
    try {
      assertThat(file.getMaxSequenceId()).isEqualTo(HBaseFiles.MAX_SEQUENCE);
      assertThat(file.isMajorCompactionResult()).isTrue();
      assertThat(file.getMinimumTimestamp()).hasValue(0);
      assertThat(file.getMaximumTimestamp()).hasValue(1019);
      assertThat(file.getReader().getBloomFilterType()).isEqualTo(BloomType.ROW);
      assertThat(file.getReader().getEntries()).isEqualTo(cells.size());
      try (KeyValueScanner scanner = file.getPreadScanner(false, Long.MAX_VALUE, 0, false)) {
        scanner.seek(PrivateCellUtil.createFirstOnRow(CellUtil.cloneRow(cells.get(0))));
        for (KeyValue cell : cells) {
          assertSame(scanner.next(), cell);
        }
        assertThat(scanner.next()).isNull();
        assertSeeks(scanner, cells);
      }
    } finally {
      file.closeStoreFile(false);
    }
  }

  private static void assertSeeks(KeyValueScanner scanner, List<KeyValue> cells)
      throws IOException {
    for (int i = 0; i < cells.size(); i += 37) {
      Cell key = PrivateCellUtil.createFirstOnRowCol(cells.get(i));
      int at = Collections.binarySearch(cells, key, CellComparatorImpl.COMPARATOR);
      assertThat(scanner.seek(key)).isTrue();
      assertSame(scanner.peek(), cells.get(-at - 1));
    }
  }

  private static void assertSame(Cell actual, KeyValue expected) {
    byte[] bytes = KeyValueUtil.copyToNewKeyValue(actual).getBuffer();
    byte[] wanted =
        Arrays.copyOfRange(
            expected.getBuffer(),
            expected.getOffset(),
            expected.getOffset() + expected.getLength());
    long sequence = ((ExtendedCell) actual).getSequenceId();
    assertThat(Arrays.equals(bytes, wanted) && sequence == expected.getSequenceId())
        .as("%s instead of %s", actual, expected)
        .isTrue();
  }

  @ParameterizedTest
  @EnumSource(Compression.class)
  void f71_hbasesToolFindsNothingToComplainAbout(Compression compression) throws Exception {
    List<KeyValue> cells = HBaseFiles.sample(9, 1000, true, true);
    HBaseFiles.writeWithRowan(
        directory.resolve(NAME), HBaseFiles.options(compression, 1000, 200, true, true), cells);
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    ByteArrayOutputStream complaints = new ByteArrayOutputStream();
    Configuration own = new Configuration(conf);
    own.set("hbase.rootdir", directory.toUri().toString());
    HFilePrettyPrinter tool = new HFilePrettyPrinter(own);
    tool.setPrintStreams(
        new PrintStream(output, true, StandardCharsets.UTF_8),
        new PrintStream(complaints, true, StandardCharsets.UTF_8));
    assertThat(tool.run(new String[] {"-v", "-k", "-m", "-b", "-h", "-f", path().toString()}))
        .isZero();
    assertThat(complaints.toString(StandardCharsets.UTF_8)).isEmpty();
    assertThat(output.toString(StandardCharsets.UTF_8))
        .contains("Scanned kv count -> " + cells.size())
        .contains("MAX_SEQ_ID_KEY = " + HBaseFiles.MAX_SEQUENCE);
  }

  @Test
  void anEmptyFileIsReadAsEmpty() throws IOException {
    HBaseFiles.writeWithRowan(
        directory.resolve(NAME),
        HBaseFiles.options(Compression.LZ4, 1000, 200, true, true),
        List.of());
    try (HFile.Reader reader = HFile.createReader(fileSystem(), path(), conf)) {
      assertThat(reader.getEntries()).isZero();
      assertThat(reader.getScanner(conf, false, false).seekTo()).isFalse();
    }
  }

  /** The strongest form: up to the file info, where Rowan adds two facts, no byte differs. */
  @ParameterizedTest
  @MethodSource("io.rowandb.testkit.interop.HBaseFiles#shapes")
  void theBytesAreThoseThatHBaseWrites(StoreFileOptions options) throws IOException {
    assertSameBytes(options, HBaseFiles.sample(21, 3000, options.tags(), options.sequences()));
  }

  @ParameterizedTest
  @MethodSource("io.rowandb.testkit.interop.HBaseFiles#edgeShapes")
  void theBytesOfOddCellsAreThoseThatHBaseWrites(StoreFileOptions options) throws IOException {
    assertSameBytes(options, HBaseFiles.edges());
  }

  @ParameterizedTest
  @MethodSource("io.rowandb.testkit.interop.HBaseFiles#bloomShapes")
  void theBytesOfBloomFiltersAreThoseThatHBaseWrites(StoreFileOptions options) throws IOException {
    assertSameBytes(options, HBaseFiles.sample(23, 2000, options.tags(), options.sequences()));
  }

  /** HBase's store asks the filter of Rowan's file, and Rowan that of HBase's: one answer. */
  @ParameterizedTest
  @MethodSource("io.rowandb.testkit.interop.HBaseFiles#bloomShapes")
  void bothAskTheFiltersOfBoth(StoreFileOptions options) throws Exception {
    List<KeyValue> cells = HBaseFiles.sample(29, 1500, false, true);
    Path theirs = directory.resolve(NAME.replace('f', '0'));
    HBaseFiles.writeWithRowan(directory.resolve(NAME), options, cells);
    HBaseFiles.writeWithHBase(theirs, options, ChecksumType.CRC32C, cells);
    HStoreFile byHBase = storeFile();
    int denied = 0;
    try (StoreFile byRowan =
        StoreFile.open(new LocalFileSystem(), theirs, new BlockCache(1 << 20))) {
      assertThat(byHBase.getReader().getBloomFilterType())
          .hasToString(options.bloom().type().name());
      // Rows outside a file's range Rowan knows without a filter, and HBase in another place.
      for (int i = 1; i < 1000; i++) {
        KeyValue cell = cells.get(i);
        boolean absent = i % 2 == 0;
        String row = Bytes.toString(CellUtil.cloneRow(cell)) + (absent ? "x" : "");
        byte[] qualifier = CellUtil.cloneQualifier(cell);
        boolean answer = byRowan.mayContainColumns(Bytes.toBytes(row), new byte[][] {qualifier});
        assertThat(passes(byHBase, row, qualifier)).as("row %s", row).isEqualTo(answer);
        assertThat(answer || absent).as("%s is there", cell).isTrue();
        denied += answer ? 0 : 1;
      }
    } finally {
      byHBase.closeStoreFile(false);
    }
    boolean knowsWholeRows =
        !options.bloom().type().name().equals("ROWPREFIX_FIXED_LENGTH")
            || options.bloom().prefixBytes() == 20;
    assertThat(denied > 0).isEqualTo(knowsWholeRows);
  }

  /** HBase's own decision, which it keeps inside its package. */
  private static boolean passes(HStoreFile file, String row, byte[] qualifier) throws Exception {
    Method method =
        StoreFileReader.class.getDeclaredMethod("passesBloomFilter", Scan.class, SortedSet.class);
    method.setAccessible(true);
    Scan scan = new Scan(new Get(Bytes.toBytes(row)));
    SortedSet<byte[]> columns = new TreeSet<>(Bytes.BYTES_COMPARATOR);
    columns.add(qualifier);
    return (boolean) method.invoke(file.getReader(), scan, columns);
  }

  private void assertSameBytes(StoreFileOptions options, List<KeyValue> cells) throws IOException {
    // HBase adds a second Bloom filter for family deletes, which Rowan does not write.
    cells.removeIf(
        cell ->
            PrivateCellUtil.isDeleteFamily(cell) || PrivateCellUtil.isDeleteFamilyVersion(cell));
    Path ours = directory.resolve(NAME);
    Path theirs = directory.resolve(NAME.replace('f', '0'));
    HBaseFiles.writeWithRowan(ours, options, cells);
    HBaseFiles.writeWithHBase(theirs, options, ChecksumType.CRC32C, cells);

    byte[] our = Files.readAllBytes(ours);
    byte[] their = Files.readAllBytes(theirs);
    int difference = Arrays.mismatch(our, their);
    int facts = (int) trailerFactsOffset();
    assertThat(difference).as("first difference; file info at %d", facts).isGreaterThan(facts);
  }

  private long trailerFactsOffset() throws IOException {
    try (HFile.Reader reader = HFile.createReader(fileSystem(), path(), conf)) {
      return reader.getTrailer().getFileInfoOffset();
    }
  }

  private FileSystem fileSystem() throws IOException {
    return FileSystem.getLocal(conf).getRaw();
  }

  private org.apache.hadoop.fs.Path path() {
    return new org.apache.hadoop.fs.Path(directory.resolve(NAME).toUri());
  }
}
