package io.rowandb.testkit.interop;

import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.io.LocalFileSystem;
import io.rowandb.engine.storefile.BlockEncoding;
import io.rowandb.engine.storefile.BloomOptions;
import io.rowandb.engine.storefile.BloomType;
import io.rowandb.engine.storefile.Compression;
import io.rowandb.engine.storefile.StoreFileInfo;
import io.rowandb.engine.storefile.StoreFileOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.ArrayBackedTag;
import org.apache.hadoop.hbase.CellComparatorImpl;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.Tag;
import org.apache.hadoop.hbase.io.crypto.Encryption;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.regionserver.StoreFileWriter;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.ChecksumType;

/** Writes the same cells with HBase's writer and with Rowan's. */
final class HBaseFiles {
  static final long CREATED_MILLIS = 1_700_000_000_000L;
  static final long MAX_SEQUENCE = 4711;

  private static final KeyValue.Type[] TYPES = {
    KeyValue.Type.Put,
    KeyValue.Type.Put,
    KeyValue.Type.Put,
    KeyValue.Type.Delete,
    KeyValue.Type.DeleteColumn,
    KeyValue.Type.DeleteFamily,
    KeyValue.Type.DeleteFamilyVersion
  };

  /** One configuration for all tests: HBase loads its codecs once for the process. */
  private static final Configuration CONFIGURATION = pureJavaCodecs();

  private HBaseFiles() {}

  /** A configuration in which HBase compresses in pure Java. */
  static Configuration configuration() {
    return new Configuration(CONFIGURATION);
  }

  private static Configuration pureJavaCodecs() {
    Configuration conf = HBaseConfiguration.create();
    String codecs = "org.apache.hadoop.hbase.io.compress.aircompressor.";
    conf.set("hbase.io.compress.lz4.codec", codecs + "Lz4Codec");
    conf.set("hbase.io.compress.snappy.codec", codecs + "SnappyCodec");
    conf.set("hbase.io.compress.zstd.codec", codecs + "ZstdCodec");
    conf.set("hbase.io.compress.lzo.codec", codecs + "LzoCodec");
    for (Compression compression : Compression.values()) {
      if (compression != Compression.NONE && compression != Compression.GZ) {
        algorithm(compression).reload(conf);
      }
    }
    return conf;
  }

  static org.apache.hadoop.hbase.io.compress.Compression.Algorithm algorithm(
      Compression compression) {
    return org.apache.hadoop.hbase.io.compress.Compression.Algorithm.valueOf(compression.name());
  }

  /** Different cells in HBase's order, with all types, binary qualifiers and, if asked, tags. */
  static List<KeyValue> sample(long seed, int count, boolean tags, boolean sequences) {
    Random random = new Random(seed);
    TreeSet<KeyValue> cells = new TreeSet<>(CellComparatorImpl.COMPARATOR);
    for (int i = 0; i < count; i++) {
      byte[] qualifier = new byte[random.nextInt(4)];
      random.nextBytes(qualifier);
      byte[] value = new byte[random.nextInt(60)];
      Arrays.fill(value, (byte) ('a' + i % 26));
      List<Tag> some = new ArrayList<>();
      if (tags && random.nextInt(3) == 0) {
        some.add(new ArrayBackedTag((byte) 70, "tag " + i));
      }
      KeyValue cell =
          new KeyValue(
              Bytes.toBytes(String.format("row-%05d", random.nextInt(Math.max(1, count / 3)))),
              Bytes.toBytes("f"),
              qualifier,
              1_000 + random.nextInt(20),
              TYPES[random.nextInt(TYPES.length)],
              value,
              some);
      cell.setSequenceId(sequences ? random.nextInt(1 << random.nextInt(30)) : 0);
      cells.add(cell);
    }
    return new ArrayList<>(cells);
  }

  /**
   * Options in every encoding with every compression, with and without tags and sequence ids, with
   * indexes of one level and of several.
   */
  static Stream<StoreFileOptions> shapes() {
    List<StoreFileOptions> shapes = new ArrayList<>();
    for (BlockEncoding encoding : BlockEncoding.values()) {
      for (Compression compression : Compression.values()) {
        shapes.add(options(compression, 1000, 128 << 10, true, true).withEncoding(encoding));
        if (encoding == BlockEncoding.NONE || compression == Compression.NONE) {
          shapes.add(options(compression, 1000, 200, false, true).withEncoding(encoding));
          shapes.add(options(compression, 1000, 200, true, false).withEncoding(encoding));
          shapes.add(options(compression, 1000, 2000, false, false).withEncoding(encoding));
        }
      }
    }
    return shapes.stream();
  }

  /** Every encoding with blocks of one cell, of a few, and of all cells. */
  static Stream<StoreFileOptions> edgeShapes() {
    List<StoreFileOptions> shapes = new ArrayList<>();
    for (BlockEncoding encoding : BlockEncoding.values()) {
      for (int blockBytes : new int[] {1, 500, 1 << 20}) {
        StoreFileOptions options = options(Compression.NONE, blockBytes, 200, false, true);
        shapes.add(options.withEncoding(encoding));
      }
    }
    return shapes.stream();
  }

  /** {@link #edgeShapes}, and every compression with blocks of several chunks of the framing. */
  static Stream<StoreFileOptions> edgeShapesAndLargeBlocks() {
    Stream<StoreFileOptions> large =
        Stream.of(Compression.values())
            .map(compression -> options(compression, 1 << 20, 200, false, true));
    return Stream.concat(edgeShapes(), large);
  }

  /**
   * Bloom filters of each type, with chunks of a few keys and of all, and other rates and folds.
   */
  static Stream<StoreFileOptions> bloomShapes() {
    List<StoreFileOptions> shapes = new ArrayList<>();
    StoreFileOptions options = options(Compression.NONE, 1000, 2000, false, true);
    for (BloomType type :
        List.of(BloomType.ROW, BloomType.ROWCOL, BloomType.ROWPREFIX_FIXED_LENGTH)) {
      shapes.add(options.withBloom(new BloomOptions(type, 7, 0.01, 300, 7)));
      shapes.add(options.withBloom(new BloomOptions(type, 2, 0.001, 128 << 10, 7)));
      shapes.add(options.withBloom(new BloomOptions(type, 20, 0.1, 5_000, 2)));
    }
    return shapes.stream();
  }

  /** The same cell for Rowan: one layout, so the bytes are shared. */
  static Cell cell(KeyValue cell) {
    return new Cell()
        .set(cell.getBuffer(), cell.getOffset(), cell.getLength(), cell.getSequenceId());
  }

  /** Cells that are the first or last of their kind in an encoding: see the comments. */
  static List<KeyValue> edges() {
    TreeSet<KeyValue> cells = new TreeSet<>(CellComparatorImpl.COMPARATOR);
    byte[] longRow = new byte[Short.MAX_VALUE];
    for (int i = 0; i < 300; i++) {
      // Many versions of one column, their values the same or not, their times near and far.
      long time = i % 7 == 0 ? 1L << (i % 62) : 1_700_000_000_000L + (long) i * (i % 3);
      cells.add(put("versions", "q", time, "value " + i / 5));
      // Rows whose lengths differ in one byte or both, and that are prefixes of others.
      cells.add(put("r".repeat(1 + i), "", i, ""));
      // Qualifiers that are prefixes of others, and empty ones.
      cells.add(put("wide", "q".repeat(i % 130), i / 130, i % 2 == 0 ? "" : "v"));
    }
    for (int i = 0; i < 3; i++) {
      longRow[longRow.length - 1] = (byte) i;
      cells.add(new KeyValue(longRow, Bytes.toBytes("f"), null, 5, KeyValue.Type.Put, longRow));
      cells.add(new KeyValue(longRow, Bytes.toBytes("f"), null, 6, KeyValue.Type.DeleteFamily));
    }
    cells.add(put("times", "q", 0, "least"));
    cells.add(put("times", "q", Long.MAX_VALUE - 1, "greatest"));
    return new ArrayList<>(cells);
  }

  /** Cells with few and with many different tags, several in a cell: more than HBase numbers. */
  static List<KeyValue> tagged(int count) {
    Random random = new Random(count);
    List<KeyValue> cells = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      List<Tag> tags = new ArrayList<>();
      for (int tag = random.nextInt(4); tag > 0; tag--) {
        int number = i % 1000 < 500 ? random.nextInt(20) : random.nextInt(400);
        tags.add(new ArrayBackedTag((byte) (1 + random.nextInt(2)), "tag " + number));
      }
      byte[] row = Bytes.toBytes(String.format("row-%05d", i));
      byte[] value = Bytes.toBytes(i);
      cells.add(new KeyValue(row, Bytes.toBytes("f"), row, 1, KeyValue.Type.Put, value, tags));
    }
    return cells;
  }

  private static KeyValue put(String row, String qualifier, long time, String value) {
    return new KeyValue(
        Bytes.toBytes(row),
        Bytes.toBytes("f"),
        Bytes.toBytes(qualifier),
        time,
        KeyValue.Type.Put,
        Bytes.toBytes(value));
  }

  static StoreFileOptions options(
      Compression compression, int blockBytes, int indexBytes, boolean tags, boolean sequences) {
    return new StoreFileOptions(
        compression,
        BlockEncoding.NONE,
        blockBytes,
        new BloomOptions(BloomType.ROW, 1, 0.01, 1024, 7),
        indexBytes,
        16 << 10,
        tags,
        sequences);
  }

  static StoreFileInfo writeWithRowan(Path path, StoreFileOptions options, List<KeyValue> cells)
      throws IOException {
    try (io.rowandb.engine.storefile.StoreFileWriter writer =
        io.rowandb.engine.storefile.StoreFileWriter.create(
            new LocalFileSystem(), path, options, CREATED_MILLIS)) {
      for (KeyValue cell : cells) {
        writer.append(cell(cell));
      }
      return writer.finish(MAX_SEQUENCE, true);
    }
  }

  /** Writes with the same settings as {@link #writeWithRowan}. */
  static void writeWithHBase(
      Path path, StoreFileOptions options, ChecksumType checksumType, List<KeyValue> cells)
      throws IOException {
    writeWithHBase(path, options, checksumType, false, cells);
  }

  /**
   * Writes with the same settings as {@link #writeWithRowan}, but for COMPRESS_TAGS.
   *
   * @param compressTags which has an effect with an encoding
   */
  static void writeWithHBase(
      Path path,
      StoreFileOptions options,
      ChecksumType checksumType,
      boolean compressTags,
      List<KeyValue> cells)
      throws IOException {
    writeWithHBase(
        configuration(), Encryption.Context.NONE, path, options, checksumType, compressTags, cells);
  }

  /**
   * The same, encrypted.
   *
   * @param conf of the key provider; changed
   * @param encryption NONE when it is not encrypted
   */
  static void writeWithHBase(
      Configuration conf,
      Encryption.Context encryption,
      Path path,
      StoreFileOptions options,
      ChecksumType checksumType,
      boolean compressTags,
      List<KeyValue> cells)
      throws IOException {
    conf.setInt("hfile.index.block.max.size", options.indexChunkBytes());
    BloomOptions bloom = options.bloom();
    conf.setInt("io.storefile.bloom.block.size", bloom.chunkBytes());
    conf.setDouble("io.storefile.bloom.error.rate", bloom.errorRate());
    conf.setInt("io.storefile.bloom.max.fold", bloom.maxFolds());
    conf.setInt("RowPrefixBloomFilter.prefix_length", bloom.prefixBytes());
    StoreFileWriter writer =
        new StoreFileWriter.Builder(conf, CacheConfig.DISABLED, FileSystem.getLocal(conf).getRaw())
            .withFilePath(new org.apache.hadoop.fs.Path(path.toUri()))
            .withBloomType(
                org.apache.hadoop.hbase.regionserver.BloomType.valueOf(bloom.type().name()))
            .withMaxKeyCount(cells.size())
            .withFileContext(
                new HFileContextBuilder()
                    .withBlockSize(options.blockBytes())
                    .withCompression(algorithm(options.compression()))
                    .withDataBlockEncoding(DataBlockEncoding.valueOf(options.encoding().name()))
                    .withIncludesTags(options.tags())
                    .withCompressTags(compressTags)
                    .withIncludesMvcc(options.sequences())
                    .withChecksumType(checksumType)
                    .withBytesPerCheckSum(options.checksumChunkBytes())
                    .withHBaseCheckSum(true)
                    .withEncryptionContext(encryption)
                    .withCreateTime(CREATED_MILLIS)
                    .build())
            .build();
    for (KeyValue cell : cells) {
      writer.append(cell);
    }
    writer.appendMetadata(MAX_SEQUENCE, true);
    writer.close();
  }
}
