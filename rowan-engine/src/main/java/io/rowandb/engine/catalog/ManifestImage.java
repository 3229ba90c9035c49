package io.rowandb.engine.catalog;

import io.rowandb.engine.io.ByteReader;
import io.rowandb.engine.io.CorruptFileException;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.io.FrameReader;
import io.rowandb.engine.io.RandomReadFile;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * The bytes of a manifest at one moment, and their content. It may be taken while the owner of the
 * manifest appends to it: an incomplete record does not count. Immutable.
 */
public final class ManifestImage {
  // Fixed at construction.
  private final byte[] bytes;
  private final Catalog catalog;

  /** Where the last record ends that changed more than where what was logged is. */
  private final long regroupedAt;

  private ManifestImage(byte[] bytes, Catalog catalog, long regroupedAt) {
    this.bytes = bytes;
    this.catalog = catalog;
    this.regroupedAt = regroupedAt;
  }

  /**
   * Takes an image of a database's manifest.
   *
   * @throws CorruptFileException when something is damaged that was forced, or, seldom, when a
   *     failed write was taken back while this read it
   */
  public static ManifestImage read(FileSystem fileSystem, Path directory) throws IOException {
    Path path = directory.resolve(Manifest.NAME);
    byte[] all;
    try (RandomReadFile file = fileSystem.open(path)) {
      all = new byte[Math.toIntExact(file.size())];
      file.readFully(0, all, 0, all.length);
    }
    try (FrameReader reader =
        FrameReader.open(path, new InMemory(all), ManifestFormat.MAGIC, ManifestFormat.VERSION)) {
      reader.header().readLong();
      CatalogBuilder builder = CatalogBuilder.empty();
      long regroupedAt = 0;
      while (reader.next()) {
        ByteReader record = reader.payloadReader();
        List<ManifestEdit> edits;
        try {
          edits = ManifestFormat.decode(record);
          builder.applyAll(edits);
        } catch (IllegalArgumentException e) {
          throw record.corrupt(e.getMessage());
        }
        if (!edits.stream().allMatch(ManifestImage::leavesData)) {
          regroupedAt = reader.position();
        }
      }
      builder.requireStore(path, reader.position());
      byte[] counted = Arrays.copyOf(all, Math.toIntExact(reader.position()));
      return new ManifestImage(counted, builder.build(), regroupedAt);
    }
  }

  /** What the bytes say. */
  public Catalog catalog() {
    return catalog;
  }

  /** Whether the other one says just the same. */
  public boolean equalsImage(ManifestImage other) {
    return Arrays.equals(bytes, other.bytes);
  }

  /**
   * Whether a later image is of the same file, and all that came in between are flushes of what was
   * logged, compactions and snapshots: tables and regions were the same at every moment, and with
   * the log, so was what they have.
   */
  public boolean hasSameDataUntil(ManifestImage later) {
    return bytes.length <= later.bytes.length
        && Arrays.equals(bytes, 0, bytes.length, later.bytes, 0, bytes.length)
        && later.regroupedAt <= bytes.length;
  }

  private static boolean leavesData(ManifestEdit edit) {
    return edit instanceof ManifestEdit.FilesChanged
        || edit instanceof ManifestEdit.LogNoted
        || edit instanceof ManifestEdit.NumbersReserved
        || edit instanceof ManifestEdit.SnapshotTaken
        || edit instanceof ManifestEdit.SnapshotRemoved
        || edit instanceof ManifestEdit.SwitchSet;
  }

  private record InMemory(byte[] bytes) implements RandomReadFile {
    @Override
    public void readFully(long position, byte[] target, int offset, int length) throws IOException {
      if (position + length > bytes.length) {
        throw new EOFException("a manifest of " + bytes.length + " bytes ends before it was read");
      }
      System.arraycopy(bytes, (int) position, target, offset, length);
    }

    @Override
    public long size() {
      return bytes.length;
    }

    @Override
    public void close() {
      // nothing is held
    }
  }
}
