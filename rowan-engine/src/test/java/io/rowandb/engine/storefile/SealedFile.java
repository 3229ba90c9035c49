package io.rowandb.engine.storefile;

import io.rowandb.engine.cell.Bytes;
import io.rowandb.engine.fuzz.InputReader;
import java.util.Arrays;

/**
 * Store files made of an input, with right checksums, and inputs made of store files.
 *
 * <pre>
 *  input:  int16 n, n bytes of the trailer's fields, blocks
 * </pre>
 */
public final class SealedFile {
  private SealedFile() {}

  /** The file that an input describes. */
  public static byte[] file(byte[] input) {
    InputReader in = new InputReader(input);
    byte[] fields = in.nextRange();
    byte[] blocks = in.rest();
    seal(blocks);
    int most = HFileFormat.TRAILER_VERSION_AT - HFileFormat.TRAILER_FIELDS_AT;
    ByteSink file = new ByteSink(blocks.length + HFileFormat.TRAILER_BYTES);
    file.put(blocks).putLong(BlockType.TRAILER.magic());
    file.put(fields, 0, Math.min(fields.length, most));
    file.skip(most - Math.min(fields.length, most));
    return file.putInt(HFileFormat.version()).toByteArray();
  }

  /** The input that describes this file. */
  public static byte[] input(byte[] file) {
    int trailer = file.length - HFileFormat.TRAILER_BYTES;
    int from = trailer + HFileFormat.TRAILER_FIELDS_AT;
    int to = trailer + HFileFormat.TRAILER_VERSION_AT;
    while (to > from && file[to - 1] == 0) {
      to--;
    }
    ByteSink input = new ByteSink(file.length);
    input.put(new byte[] {(byte) ((to - from) >> Byte.SIZE), (byte) (to - from)});
    return input.put(file, from, to - from).put(file, 0, trailer).toByteArray();
  }

  /** Computes the checksums of all blocks that are found. */
  private static void seal(byte[] blocks) {
    for (int at = 0; blocks.length - at >= HFileFormat.HEADER_BYTES; ) {
      int rest = Bytes.getInt(blocks, at + HFileFormat.DISK_BYTES_AT);
      boolean block = BlockType.of(Bytes.getLong(blocks, at)) != null;
      if (!block || rest < 0 || rest > blocks.length - at - HFileFormat.HEADER_BYTES) {
        at++;
      } else {
        seal(blocks, at, HFileFormat.HEADER_BYTES + rest);
        at += HFileFormat.HEADER_BYTES + rest;
      }
    }
  }

  /** Computes the checksums of the block at {@code at}. */
  static void seal(byte[] blocks, int at, int size) {
    int chunkBytes = Bytes.getInt(blocks, at + HFileFormat.CHECKSUM_CHUNK_AT);
    int length = Bytes.getInt(blocks, at + HFileFormat.CHECKSUMMED_BYTES_AT);
    if (chunkBytes <= 0 || length < HFileFormat.HEADER_BYTES || length > size) {
      return;
    }
    long room = (long) HFileFormat.checksums(length, chunkBytes) * HFileFormat.CHECKSUM_BYTES;
    if (room == size - length) {
      byte[] copy = Arrays.copyOfRange(blocks, at, at + size);
      int end = BlockChecksum.append(copy, length, chunkBytes);
      System.arraycopy(copy, length, blocks, at + length, end - length);
    }
  }
}
