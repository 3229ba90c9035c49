package io.rowandb.engine.storefile;

import io.rowandb.engine.cache.BlockCache;
import io.rowandb.engine.cache.BlockCaching;
import io.rowandb.engine.cell.Bytes;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.DumpSink;
import io.rowandb.engine.io.CorruptFileException;
import io.rowandb.engine.io.FileKeys;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.io.MissingKeyException;
import io.rowandb.engine.io.RandomReadFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Shows an HFile in the parts that HBase names, in the file's order: {@code data} blocks with their
 * cells, {@code bloom chunk}, {@code leaf index}, {@code meta} and {@code intermediate index}
 * blocks, {@code root index}, {@code meta index}, {@code file info}, {@code general bloom meta} and
 * {@code trailer}.
 *
 * <p>Blocks are found by walking from one header to the next, not through the index, so blocks that
 * are in no index are shown too. It keeps one block in memory, and what a reader of the file keeps.
 * When the trailer or the file info is damaged, blocks are shown without their contents, and then
 * the damage is thrown. Used once, by one thread.
 */
public final class StoreFileDump implements Closeable {
  /** Bytes at the end of a file by which it can be known. */
  public static final int TRAILER_BYTES = HFileFormat.TRAILER_BYTES;

  // Fixed at construction.
  private final Path path;
  private final RandomReadFile source;
  private final FileKeys keys;
  private final DumpSink sink;
  private final Cell view = new Cell();

  private StoreFileDump(Path path, RandomReadFile source, FileKeys keys, DumpSink sink) {
    this.path = path;
    this.source = source;
    this.keys = keys;
    this.sink = sink;
  }

  /**
   * Whether a file is an HFile, whole or damaged.
   *
   * @param start its first bytes
   * @param trailer the first bytes of its last {@link #TRAILER_BYTES}
   */
  public static boolean isStoreFile(byte[] start, byte[] trailer) {
    return (start.length >= Long.BYTES && BlockType.of(Bytes.getLong(start, 0)) != null)
        || (trailer.length >= Long.BYTES
            && BlockType.TRAILER.startsWith(Bytes.getLong(trailer, 0)));
  }

  /**
   * Shows a finished file.
   *
   * @throws CorruptFileException after the last part that could be read, when it is damaged, or its
   *     cells are in an encoding that cannot be read
   * @throws MissingKeyException after the places of its blocks, when they are encrypted and the
   *     file system's keys do not match
   */
  public static void show(FileSystem fileSystem, Path path, DumpSink sink) throws IOException {
    try (StoreFileDump dump =
        new StoreFileDump(path, fileSystem.open(path), fileSystem.keys(), sink)) {
      dump.show();
    }
  }

  @Override
  public void close() throws IOException {
    source.close();
  }

  private void show() throws IOException {
    Opened opened;
    try {
      opened = open();
    } catch (CorruptFileException | MissingKeyException e) {
      if (sink.wantsParts()) {
        walk(source.size(), null);
      }
      throw e;
    }
    if (sink.wantsParts() || sink.wantsCells()) {
      walk(opened.trailer.loadOnOpenOffset(), opened);
    }
    if (!sink.isFull()) {
      showLoadOnOpen(opened);
      sink.part("trailer", source.size() - TRAILER_BYTES, trailer(opened.trailer));
    }
  }

  /** What must be known before a cell can be read. */
  private record Opened(Trailer trailer, BlockReader blocks) {}

  private Opened open() throws IOException {
    LoadOnOpen section = new LoadOnOpen(source, path);
    Trailer trailer = section.trailer();
    BlockReader blocks =
        new BlockReader(
            source,
            path,
            trailer,
            StoreFileParts.key(trailer, path, keys),
            new BlockCache(0).open(BlockCaching.DEFAULT));
    int rootBytes = section.next(BlockType.ROOT_INDEX, blocks).length();
    int metaBytes = section.next(BlockType.ROOT_INDEX, blocks).length();
    assert rootBytes >= 0 && metaBytes >= 0 : "both are passed over here, and shown later";
    long offset = section.position();
    ByteCursor in = blocks.cursor("file info", offset, section.next(BlockType.FILE_INFO, blocks));
    FileFacts facts = FileFacts.decode(in);
    blocks.describeCells(CellLayout.of(facts, in));
    return new Opened(trailer, blocks);
  }

  /**
   * Shows the blocks before {@code end}.
   *
   * @param opened null to show no more than that they are there
   */
  private void walk(long end, Opened opened) throws IOException {
    byte[] header = new byte[HFileFormat.HEADER_BYTES];
    for (long offset = 0; offset < end && !sink.isFull(); ) {
      if (end - offset < header.length) {
        throw corrupt(
            offset, "no block header fits the " + (end - offset) + " bytes that are left");
      }
      source.readFully(offset, header, 0, header.length);
      BlockType type = BlockType.of(Bytes.getLong(header, HFileFormat.MAGIC_AT));
      if (type == BlockType.TRAILER) {
        return;
      }
      long size = HFileFormat.HEADER_BYTES + (long) Bytes.getInt(header, HFileFormat.DISK_BYTES_AT);
      if (type == null) {
        throw corrupt(offset, "no block starts here");
      }
      if (size < header.length || size > Math.min(end - offset, HFileFormat.MAX_DISK_BYTES)) {
        throw corrupt(offset, type + " block of " + size + " bytes");
      }
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("diskBytes", size);
      fields.put("bytes", (long) Bytes.getInt(header, HFileFormat.BODY_BYTES_AT));
      if (opened == null) {
        sink.part(name(type), offset, fields);
      } else {
        showBlock(opened, type, offset, (int) size, fields);
      }
      offset += size;
    }
  }

  private void showBlock(
      Opened opened, BlockType type, long offset, int size, Map<String, Object> fields)
      throws IOException {
    byte[] disk = new byte[size];
    source.readFully(offset, disk, 0, size);
    BlockBody body = opened.blocks.unpack(type, offset, disk, 0, size, true);
    switch (type) {
      case DATA, ENCODED_DATA -> showData(opened, name(type), offset, body, fields);
      case LEAF_INDEX, INTERMEDIATE_INDEX -> {
        IndexBlock index = (IndexBlock) opened.blocks.parse(type, offset, body);
        showIndex(name(type), offset, index, fields);
      }
      case BLOOM_CHUNK -> {
        fields.put("bits", (long) body.length() * Byte.SIZE);
        fields.put("bitsSet", bitsSet(body));
        showPart(name(type), offset, fields);
      }
      case META, ROOT_INDEX, FILE_INFO, GENERAL_BLOOM_META, DELETE_FAMILY_BLOOM_META, TRAILER ->
          showPart(name(type), offset, fields);
    }
  }

  private void showData(
      Opened opened, String kind, long offset, BlockBody body, Map<String, Object> fields)
      throws IOException {
    DataBlock block = (DataBlock) opened.blocks.parse(BlockType.DATA, offset, body);
    fields.put("cells", block.count());
    showPart(kind, offset, fields);
    for (int i = 0; i < block.count() && sink.wantsCells() && !sink.isFull(); i++) {
      block.read(i, view);
      sink.cell(view);
    }
  }

  private void showIndex(String kind, long offset, IndexBlock index, Map<String, Object> fields)
      throws IOException {
    fields.put("entries", index.count());
    showPart(kind, offset, fields);
    for (int i = 0; i < index.count() && sink.wantsParts() && !sink.isFull(); i++) {
      index.readKey(i, view);
      Map<String, Object> entry = new LinkedHashMap<>();
      entry.put("key", FactText.key(view));
      entry.put("block", index.childOffset(i));
      entry.put("diskBytes", index.childBytes(i));
      sink.part(kind + " entry", offset, entry);
    }
  }

  private void showLoadOnOpen(Opened opened) throws IOException {
    LoadOnOpen section = new LoadOnOpen(source, path);
    BlockReader blocks = opened.blocks;
    long offset = section.position();
    BlockBody body = section.next(BlockType.ROOT_INDEX, blocks);
    IndexBlock root =
        IndexBlock.parseRoot(
            blocks.indexLimits(),
            offset,
            body.bytes(),
            body.start(),
            body.end(),
            opened.trailer.rootEntries(),
            opened.trailer.levels());
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("levels", opened.trailer.levels());
    showIndex(name(BlockType.ROOT_INDEX), offset, root, fields);
    offset = section.position();
    ByteCursor metaIndex =
        blocks.cursor("meta index", offset, section.next(BlockType.ROOT_INDEX, blocks));
    showMetaIndex(offset, metaIndex, opened.trailer.metaEntries());
    BlockType type;
    while ((type = section.nextType()) != null && !sink.isFull()) {
      offset = section.position();
      showLast(type, offset, blocks.cursor(name(type), offset, section.next(type, blocks)));
    }
  }

  private void showMetaIndex(long offset, ByteCursor in, int entries) throws IOException {
    showPart("meta index", offset, fields("entries", entries));
    for (int i = 0; i < entries && sink.wantsParts() && !sink.isFull(); i++) {
      Map<String, Object> entry = fields("block", in.readLong());
      entry.put("diskBytes", in.readInt());
      entry.put("name", in.readBytes(in.readVlength()));
      sink.part("meta index entry", offset, entry);
    }
  }

  private void showLast(BlockType type, long offset, ByteCursor in) throws IOException {
    if (type == BlockType.FILE_INFO) {
      sink.part(name(type), offset, facts(offset, FileFacts.decode(in)));
    } else if (type == BlockType.GENERAL_BLOOM_META || type == BlockType.DELETE_FAMILY_BLOOM_META) {
      Map<String, Object> fields = fields("version", in.readInt());
      fields.put("chunkBytes", in.readLong());
      fields.put("hashFunctions", in.readInt());
      fields.put("hashType", in.readInt());
      fields.put("keys", in.readLong());
      fields.put("keysThatFit", in.readLong());
      fields.put("chunks", in.readInt());
      sink.part(name(type), offset, fields);
    } else {
      throw corrupt(offset, type + " block after the file info");
    }
  }

  private Map<String, Object> facts(long offset, FileFacts facts) throws CorruptFileException {
    Map<String, Object> shown = new TreeMap<>();
    for (Map.Entry<String, byte[]> fact : facts.all().entrySet()) {
      shown.put(fact.getKey(), FactText.value(fact.getKey(), fact.getValue()));
    }
    byte[] range = facts.get(FileFacts.TIME_RANGE);
    if (range != null) {
      long[] times = FileFacts.timeRange(path, offset, range);
      shown.put(FileFacts.TIME_RANGE, times[0] + " to " + times[1]);
    }
    return shown;
  }

  private static Map<String, Object> trailer(Trailer trailer) {
    Map<String, Object> fields = fields("cells", trailer.cells());
    fields.put("compression", trailer.compression().name());
    if (trailer.wrappedKey() != null) {
      fields.put("wrappedKeyBytes", trailer.wrappedKey().length);
    }
    fields.put("firstDataOffset", trailer.firstDataOffset());
    fields.put("lastDataOffset", trailer.lastDataOffset());
    fields.put("loadOnOpenOffset", trailer.loadOnOpenOffset());
    fields.put("fileInfoOffset", trailer.fileInfoOffset());
    fields.put("indexLevels", trailer.levels());
    fields.put("rootEntries", trailer.rootEntries());
    fields.put("metaEntries", trailer.metaEntries());
    fields.put("indexBytes", trailer.indexBytes());
    fields.put("bytes", trailer.totalBytes());
    return fields;
  }

  private void showPart(String kind, long offset, Map<String, Object> fields) throws IOException {
    if (sink.wantsParts()) {
      sink.part(kind, offset, fields);
    }
  }

  private static long bitsSet(BlockBody body) {
    long bits = 0;
    for (int i = body.start(); i < body.end(); i++) {
      bits += Integer.bitCount(body.bytes()[i] & 0xff);
    }
    return bits;
  }

  private static Map<String, Object> fields(String name, Object value) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put(name, value);
    return fields;
  }

  private static String name(BlockType type) {
    return type.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private CorruptFileException corrupt(long offset, String what) {
    return new CorruptFileException(path, offset, what);
  }
}
