package io.rowandb.engine.storefile;

import io.rowandb.engine.cache.BlockCache;
import io.rowandb.engine.cache.BlockCaching;
import io.rowandb.engine.cell.Bytes;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellOrder;
import io.rowandb.engine.io.CorruptFileException;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.io.Finding;
import io.rowandb.engine.io.RandomReadFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * Reads one store file from its first byte to its last and compares all redundant information: each
 * block with its checksums, the index with the blocks, the cells with their order, the Bloom filter
 * with the cells, and trailer and file info with what was counted on the way. Continues after
 * damage; counts are compared only in an undamaged file. Changes nothing. Used by one thread;
 * memory is one data block, the path through the index and a small cache of leaves and filter
 * chunks.
 */
public final class StoreFileCheck {
  /** For leaves of the index and chunks of the Bloom filter, which are met in order: a few each. */
  private static final long CACHE_BYTES = 4 << 20;

  /** The facts that follow from the cells, in a file that this engine wrote. */
  private static final List<String> COUNTED =
      List.of(
          FileFacts.LAST_KEY,
          FileFacts.AVERAGE_KEY_BYTES,
          FileFacts.AVERAGE_VALUE_BYTES,
          FileFacts.MAX_TAGS_BYTES,
          FileFacts.MAX_CELL_SEQUENCE,
          FileFacts.FAMILY_DELETES,
          FileFacts.EARLIEST_PUT_MILLIS,
          FileFacts.TIME_RANGE,
          FileFacts.ROWAN_CELLS,
          FileFacts.ROWAN_DELETE_MARKERS,
          FileFacts.BIGGEST_CELL_KEY,
          FileFacts.BIGGEST_CELL_BYTES);

  /**
   * What there was.
   *
   * @param info what the file and its name say of it; null when it cannot be opened
   * @param bytes of the file
   * @param cells that could be read
   * @param rows that could be read
   */
  public record Outcome(StoreFileInfo info, long bytes, long cells, long rows) {}

  // Fixed at construction.
  private final RandomReadFile source;
  private final StoreFileParts parts;
  private final FileFindings findings;
  private final BlockWalk walk;
  private final CellCheck cells;
  private final boolean sequences;

  // What was counted so far.
  private long dataBlocks;
  private long firstDataOffset = -1;
  private long lastDataOffset = -1;

  /** The middle block, by the leaf that the root names for it; -1 when that was not met. */
  private long middleBlock = -1;

  private StoreFileCheck(
      RandomReadFile source, StoreFileParts parts, byte[] family, FileFindings findings) {
    this.source = source;
    this.parts = parts;
    this.findings = findings;
    this.walk = new BlockWalk(source, parts.blocks(), findings);
    this.sequences = parts.facts().contains(FileFacts.MAX_CELL_SEQUENCE);
    this.cells = new CellCheck(family, parts.bloomFilter(), sequences, parts.info(), findings);
  }

  /**
   * Checks a file, whatever its name.
   *
   * @param family which all its cells must have; null for any
   * @param target gets what is found
   */
  public static Outcome check(
      FileSystem fileSystem, Path path, byte[] family, Consumer<Finding> target) {
    return check(fileSystem, path, family, /* named= */ false, target);
  }

  /** The same of a file of a store, which must be the one that got its name. */
  public static Outcome checkNamed(
      FileSystem fileSystem, Path path, byte[] family, Consumer<Finding> target) {
    return check(fileSystem, path, family, /* named= */ true, target);
  }

  private static Outcome check(
      FileSystem fileSystem, Path path, byte[] family, boolean named, Consumer<Finding> target) {
    FileFindings findings = new FileFindings(path, target);
    Outcome outcome = new Outcome(null, 0, 0, 0);
    try (RandomReadFile source = fileSystem.open(path)) {
      outcome = new Outcome(null, source.size(), 0, 0);
      StoreFileParts parts =
          StoreFileParts.read(
              source,
              path,
              fileSystem.keys(),
              new BlockCache(CACHE_BYTES).open(BlockCaching.DEFAULT));
      if (named && !StoreFileName.fits(path, parts.digest())) {
        throw StoreFile.misnamed(path);
      }
      StoreFileCheck check = new StoreFileCheck(source, parts, family, findings);
      outcome = new Outcome(parts.info().named(), source.size(), 0, 0);
      check.run();
      outcome =
          new Outcome(
              parts.info().named(),
              source.size(),
              check.cells.statistics().cells(),
              check.cells.rows());
    } catch (IOException e) {
      findings.add(e);
    }
    findings.finish();
    return outcome;
  }

  private void run() throws IOException {
    index(parts.root(), 1);
    walk.between(parts.trailer().loadOnOpenOffset());
    if (walk.isWhole() && findings.count() == 0) {
      checkTrailer();
      checkFacts();
      checkMiddleKey();
    }
  }

  /** Visits the data blocks below a block of the index, in order. */
  private void index(IndexBlock block, int level) throws IOException {
    for (int i = 0; i < block.count(); i++) {
      Cell key = new Cell();
      block.readKey(i, key);
      if (level == parts.trailer().levels()) {
        data(block.childOffset(i), block.childBytes(i), key);
      } else {
        below(block, i, key, level + 1);
      }
    }
  }

  private void below(IndexBlock above, int entry, Cell key, int level) throws IOException {
    boolean leaf = level == parts.trailer().levels();
    long offset = above.childOffset(entry);
    IndexBlock block;
    try {
      block =
          parts
              .blocks()
              .indexBlock(
                  leaf ? BlockType.LEAF_INDEX : BlockType.INTERMEDIATE_INDEX,
                  offset,
                  above.childBytes(entry));
    } catch (CorruptFileException e) {
      findings.add(e); // what is below is not reached; the next entry is
      return;
    }
    Cell first = new Cell();
    block.readKey(0, first);
    if (CellOrder.compareKeys(key, first) != 0) {
      findings.error(offset, "index block begins with key " + first + ", above it stands " + key);
    }
    IndexBlock.MiddleKey middle = parts.root().middleKey();
    if (leaf && middle != null && middle.offset() == offset && middle.entry() < block.count()) {
      middleBlock = dataBlocks + middle.entry();
    }
    index(block, level);
  }

  private void data(long offset, int size, Cell key) throws IOException {
    dataBlocks++;
    if (firstDataOffset < 0) {
      firstDataOffset = offset;
    }
    lastDataOffset = offset;
    DataBlock block = walk.dataBlock(offset, size);
    if (block != null) {
      cells.block(block, key);
    }
  }

  private void checkTrailer() throws IOException {
    Trailer trailer = parts.trailer();
    expect("cells", trailer.cells(), cells.statistics().cells());
    expect("offset of the first data block", trailer.firstDataOffset(), firstDataOffset);
    expect("offset of the last data block", trailer.lastDataOffset(), lastDataOffset);
    if (isOurs()) {
      checkSizes();
    }
  }

  /** The walk does not cover the load-on-open section, which begins with the root of the index. */
  private void checkSizes() throws IOException {
    LoadOnOpen section = new LoadOnOpen(source, parts.info().path());
    long indexBytes =
        walk.indexBytes() + section.next(BlockType.ROOT_INDEX, parts.blocks()).length();
    long bytes = walk.uncompressedBytes() + HFileFormat.TRAILER_BYTES;
    for (BlockType type = section.nextType(); type != null; type = section.nextType()) {
      bytes += HFileFormat.HEADER_BYTES + section.next(type, parts.blocks()).length();
    }
    expect("uncompressed bytes of the index", parts.trailer().indexBytes(), indexBytes);
    expect("uncompressed bytes", parts.trailer().totalBytes(), bytes);
  }

  private void expect(String what, long said, long found) {
    if (said != found) {
      findings.error(
          parts.info().fileBytes() - HFileFormat.TRAILER_BYTES,
          "the trailer says " + said + " " + what + ", there are " + found);
    }
  }

  /** Other writers count some of these in ways of their own. */
  private boolean isOurs() {
    return parts.facts().contains(FileFacts.ROWAN_CELLS);
  }

  private void checkFacts() {
    if (!isOurs()) {
      checkLastRow();
      return;
    }
    StoreFileOptions options = options();
    StoreFileInfo info = parts.info();
    FileFacts counted =
        cells.statistics().facts(options, cells.last(), info.maxSequence(), info.majorCompaction());
    for (String name : COUNTED) {
      byte[] said = parts.facts().get(name);
      byte[] found = counted.get(name);
      if (!Arrays.equals(said, found)) {
        findings.error(
            parts.trailer().fileInfoOffset(),
            "file info says " + name + " " + text(said) + ", the cells say " + text(found));
      }
    }
    checkFilterEnd();
  }

  /** By it a read passes over the file, whoever wrote it. */
  private void checkLastRow() {
    byte[] said = parts.info().lastRow();
    byte[] found = cells.rows() == 0 ? null : cells.last().row();
    if (!Arrays.equals(said, found)) {
      findings.error(
          parts.trailer().fileInfoOffset(),
          "file info says the last row is " + text(said) + ", the cells say " + text(found));
    }
  }

  private void checkFilterEnd() {
    BloomFilter filter = parts.bloomFilter();
    if (filter == null) {
      return;
    }
    byte[] said = parts.facts().get(FileFacts.LAST_BLOOM_KEY);
    byte[] found =
        new BloomKey(filter.type(), filter.prefixBytes()).set(cells.last()).toByteArray();
    if (!Arrays.equals(said, found)) {
      findings.error(
          parts.trailer().fileInfoOffset(),
          "the Bloom filter ends with " + text(said) + ", the file with " + text(found));
    }
  }

  /** What of them decides about the file info. */
  private StoreFileOptions options() {
    boolean tags = parts.facts().contains(FileFacts.MAX_TAGS_BYTES);
    return StoreFileOptions.DEFAULT.withSuffixes(tags, sequences);
  }

  private static String text(byte[] bytes) {
    return bytes == null ? "nothing" : Bytes.printable(bytes);
  }

  private void checkMiddleKey() {
    if (parts.trailer().levels() > 1 && middleBlock != (dataBlocks - 1) / 2) {
      findings.error(
          parts.trailer().loadOnOpenOffset(),
          "the middle key is that of data block "
              + middleBlock
              + " of "
              + dataBlocks
              + ", counted from 0");
    }
  }
}
