package io.rowandb.engine.storefile;

import io.rowandb.engine.cell.Bytes;
import io.rowandb.engine.io.CorruptFileException;
import io.rowandb.engine.io.RandomReadFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Reads the end of a file that is being opened: its trailer, and the blocks of the load-on-open
 * section one after the other. One read loads the last part, which for most files is all of it.
 * Used by one thread.
 */
final class LoadOnOpen {
  /**
   * The load-on-open section of a file of a few gigabytes fits in this with the trailer. Frozen:
   * the digests in the names of files are of so many bytes, {@link StoreFileName}.
   */
  private static final int TAIL_BYTES = 128 << 10;

  // Fixed at construction.
  private final RandomReadFile source;
  private final Path path;
  private final byte[] tail;
  private final long tailStart;
  private final long end;
  private final Trailer trailer;

  // Where the next block starts.
  private long at;

  LoadOnOpen(RandomReadFile source, Path path) throws IOException {
    long size = source.size();
    this.source = source;
    this.path = path;
    this.end = size - HFileFormat.TRAILER_BYTES;
    if (end < 0) {
      throw new CorruptFileException(
          path, 0, size + " bytes are too few for an HFile; it is cut off or something else");
    }
    this.tail = new byte[(int) Math.min(size, TAIL_BYTES)];
    this.tailStart = size - tail.length;
    source.readFully(tailStart, tail, 0, tail.length);
    this.trailer = Trailer.decode(path, end, tail, (int) (end - tailStart));
    this.at = trailer.loadOnOpenOffset();
    if (at < 0 || at > end) {
      throw new CorruptFileException(path, end, "trailer: load-on-open offset " + at);
    }
  }

  /** What tells the file from others. */
  long digest() {
    int from = (int) Math.max(0, trailer.loadOnOpenOffset() - tailStart);
    return StoreFileName.digest(tailStart + tail.length, tail, from);
  }

  Trailer trailer() {
    return trailer;
  }

  /** Where the next block starts. */
  long position() {
    return at;
  }

  /** The type of the next block; null at the end of the section. */
  BlockType nextType() throws IOException {
    if (at == end) {
      return null;
    }
    if (end - at < HFileFormat.HEADER_BYTES) {
      throw new CorruptFileException(path, at, "block header does not fit before the trailer");
    }
    BlockType type = BlockType.of(Bytes.getLong(read(Long.BYTES), 0));
    if (type == null) {
      throw new CorruptFileException(path, at, "no block starts here");
    }
    return type;
  }

  /** Reads the next block, which must be of this type, and moves behind it. */
  BlockBody next(BlockType type, BlockReader blocks) throws IOException {
    BlockType found = nextType();
    if (found != type) {
      throw new CorruptFileException(path, at, type + " block was due here, not " + found);
    }
    int rest = Bytes.getInt(read(HFileFormat.HEADER_BYTES), HFileFormat.DISK_BYTES_AT);
    long room = Math.min(end - at, HFileFormat.MAX_DISK_BYTES) - HFileFormat.HEADER_BYTES;
    if (rest < 0 || rest > room) {
      throw new CorruptFileException(
          path, at, type + " block of " + rest + " bytes where " + room + " are its room");
    }
    int size = HFileFormat.HEADER_BYTES + rest;
    BlockBody body = blocks.unpack(type, at, read(size), 0, size, true);
    at += size;
    return body;
  }

  private byte[] read(int size) throws IOException {
    if (at >= tailStart) {
      int from = (int) (at - tailStart);
      return Arrays.copyOfRange(tail, from, from + size);
    }
    byte[] bytes = new byte[size];
    source.readFully(at, bytes, 0, size);
    return bytes;
  }
}
