package io.rowandb.testkit.interop;

import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.io.LocalFileSystem;
import io.rowandb.engine.storefile.BlockEncoding;
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
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.ArrayBackedTag;
import org.apache.hadoop.hbase.CellComparatorImpl;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.Tag;
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

  /** The same cell for Rowan: one layout, so the bytes are shared. */
  static Cell cell(KeyValue cell) {
    return new Cell()
        .set(cell.getBuffer(), cell.getOffset(), cell.getLength(), cell.getSequenceId());
  }

  static StoreFileOptions options(
      Compression compression, int blockBytes, int indexBytes, boolean tags, boolean sequences) {
    return new StoreFileOptions(
        compression,
        BlockEncoding.NONE,
        blockBytes,
        BloomType.ROW,
        0.01,
        1024,
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
    Configuration conf = configuration();
    conf.setInt("hfile.index.block.max.size", options.indexChunkBytes());
    conf.setInt("io.storefile.bloom.block.size", options.bloomChunkBytes());
    StoreFileWriter writer =
        new StoreFileWriter.Builder(conf, CacheConfig.DISABLED, FileSystem.getLocal(conf).getRaw())
            .withFilePath(new org.apache.hadoop.fs.Path(path.toUri()))
            .withBloomType(org.apache.hadoop.hbase.regionserver.BloomType.valueOf("ROW"))
            .withMaxKeyCount(cells.size())
            .withFileContext(
                new HFileContextBuilder()
                    .withBlockSize(options.blockBytes())
                    .withCompression(algorithm(options.compression()))
                    .withIncludesTags(options.tags())
                    .withIncludesMvcc(options.sequences())
                    .withChecksumType(checksumType)
                    .withBytesPerCheckSum(options.checksumChunkBytes())
                    .withHBaseCheckSum(true)
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
