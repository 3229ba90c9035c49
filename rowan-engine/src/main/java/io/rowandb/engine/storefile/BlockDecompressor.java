package io.rowandb.engine.storefile;

import io.airlift.compress.Decompressor;
import io.airlift.compress.lz4.Lz4Decompressor;
import io.airlift.compress.lzo.LzoDecompressor;
import io.airlift.compress.snappy.SnappyDecompressor;
import io.airlift.compress.zstd.ZstdDecompressor;
import io.rowandb.engine.cell.Bytes;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Decompresses block bodies, the inverse of {@link BlockCompressor}, into an array of exactly the
 * stated length. It terminates for every input: either the array is full, or a {@link
 * DataFormatException} says why not. Safe for use by many threads.
 */
abstract class BlockDecompressor {
  private BlockDecompressor() {}

  /** The decompressor for {@code compression}, which is not NONE. */
  static BlockDecompressor of(Compression compression) {
    return switch (compression) {
      case NONE -> throw new IllegalArgumentException("NONE has no decompressor");
      case GZ -> new Gzip();
      case LZ4 -> new Framed(new Lz4Decompressor());
      case SNAPPY -> new Framed(new SnappyDecompressor());
      case ZSTD -> new Zstd();
      case LZO -> new Framed(new LzoDecompressor());
    };
  }

  /** Fills {@code target} from the compressed range. */
  abstract void decompress(byte[] source, int offset, int length, byte[] target)
      throws DataFormatException;

  private static DataFormatException broken(String what, RuntimeException cause) {
    DataFormatException broken = new DataFormatException(what + ": " + cause);
    broken.initCause(cause);
    return broken;
  }

  /** One run of {@code decompressor}; its many ways to complain become one. */
  private static int run(
      Decompressor decompressor, byte[] source, int offset, int length, byte[] target, int at)
      throws DataFormatException {
    try {
      return decompressor.decompress(source, offset, length, target, at, target.length - at);
    } catch (RuntimeException e) {
      // Malformed input is a RuntimeException of the library, and, in rare paths, of the JDK.
      throw broken("compressed data is malformed", e);
    }
  }

  private static class Framed extends BlockDecompressor {
    private final Decompressor decompressor;

    /**
     * @param decompressor keeps no state between calls; null when {@link #decompressor} is replaced
     */
    Framed(Decompressor decompressor) {
      this.decompressor = decompressor;
    }

    Decompressor decompressor() {
      return decompressor;
    }

    @Override
    void decompress(byte[] source, int offset, int length, byte[] target)
        throws DataFormatException {
      int at = offset;
      int end = offset + length;
      int filled = 0;
      while (filled < target.length) {
        int group = readLength(source, at, end, target.length - filled, "uncompressed");
        at += Integer.BYTES;
        int groupEnd = filled + group;
        while (filled < groupEnd) {
          int bytes = readLength(source, at, end, end - at - Integer.BYTES, "compressed");
          at += Integer.BYTES;
          int produced = run(decompressor(), source, at, bytes, target, filled);
          if (produced > groupEnd - filled || produced == 0) {
            throw new DataFormatException(
                "chunk of "
                    + bytes
                    + " bytes gave "
                    + produced
                    + " where "
                    + (groupEnd - filled)
                    + " were due");
          }
          at += bytes;
          filled += produced;
        }
      }
    }

    private static int readLength(byte[] source, int at, int end, int most, String kind)
        throws DataFormatException {
      if (end - at < Integer.BYTES) {
        throw new DataFormatException("compressed data ends before a length");
      }
      int length = Bytes.getInt(source, at);
      if (length <= 0 || length > most) {
        throw new DataFormatException(
            kind + " length " + length + " where at most " + most + " can follow");
      }
      return length;
    }
  }

  /** Zstandard: Hadoop's framing, or bare frames as Hadoop's native codec writes them. */
  private static final class Zstd extends Framed {
    /** The first bytes of every frame. */
    private static final int FRAME_MAGIC = 0x28b52ffd;

    /** Decoding tables are kept in the decompressor, about 100 KB; so one for each thread. */
    private static final ThreadLocal<Decompressor> DECOMPRESSOR =
        ThreadLocal.withInitial(ZstdDecompressor::new);

    Zstd() {
      super(null);
    }

    @Override
    Decompressor decompressor() {
      return DECOMPRESSOR.get();
    }

    @Override
    void decompress(byte[] source, int offset, int length, byte[] target)
        throws DataFormatException {
      if (length < Integer.BYTES || Bytes.getInt(source, offset) != FRAME_MAGIC) {
        super.decompress(source, offset, length, target);
        return;
      }
      int produced = run(decompressor(), source, offset, length, target, 0);
      if (produced != target.length) {
        throw new DataFormatException(
            "frame gave " + produced + " bytes where " + target.length + " were due");
      }
    }
  }

  private static final class Gzip extends BlockDecompressor {
    private static final int MAGIC = 0x1f8b0800;
    private static final int MAGIC_MASK = 0xffffff00;
    private static final int FIXED_HEADER_BYTES = 10;
    private static final int TRAILER_BYTES = 8;
    private static final int HEADER_CHECKSUM_FLAG = 2;
    private static final int EXTRA_FLAG = 4;
    private static final int NAME_FLAG = 8;
    private static final int COMMENT_FLAG = 16;

    @Override
    void decompress(byte[] source, int offset, int length, byte[] target)
        throws DataFormatException {
      int end = offset + length;
      int start = headerEnd(source, offset, end);
      Inflater inflater = new Inflater(true);
      try {
        inflater.setInput(source, start, end - start);
        int filled = 0;
        while (filled < target.length) {
          int produced = inflater.inflate(target, filled, target.length - filled);
          if (produced == 0) {
            throw new DataFormatException(
                "deflate stream gave " + filled + " bytes where " + target.length + " were due");
          }
          filled += produced;
        }
        checkTrailer(source, end, inflater, target);
      } finally {
        inflater.end();
      }
    }

    private static void checkTrailer(byte[] source, int end, Inflater inflater, byte[] target)
        throws DataFormatException {
      if (!inflater.finished() && inflater.inflate(new byte[1], 0, 1) != 0) {
        throw new DataFormatException(
            "deflate stream gives more than the " + target.length + " bytes that were due");
      }
      int at = end - inflater.getRemaining();
      if (!inflater.finished() || end - at < TRAILER_BYTES) {
        throw new DataFormatException("gzip data ends before its trailer");
      }
      CRC32 checksum = new CRC32();
      checksum.update(target);
      int stored = Integer.reverseBytes(Bytes.getInt(source, at));
      int bytes = Integer.reverseBytes(Bytes.getInt(source, at + Integer.BYTES));
      if (stored != (int) checksum.getValue() || bytes != target.length) {
        throw new DataFormatException("gzip trailer does not match what was inflated");
      }
    }

    /** Where the deflate stream starts; other writers may put optional parts before it. */
    private static int headerEnd(byte[] source, int offset, int end) throws DataFormatException {
      if (end - offset < FIXED_HEADER_BYTES
          || (Bytes.getInt(source, offset) & MAGIC_MASK) != MAGIC) {
        throw new DataFormatException("no gzip header");
      }
      int flags = source[offset + 3];
      int at = offset + FIXED_HEADER_BYTES;
      if ((flags & EXTRA_FLAG) != 0 && end - at >= Short.BYTES) {
        at += Short.BYTES + ((source[at] & 0xff) | ((source[at + 1] & 0xff) << 8));
      }
      if ((flags & NAME_FLAG) != 0) {
        at = afterZero(source, at, end);
      }
      if ((flags & COMMENT_FLAG) != 0) {
        at = afterZero(source, at, end);
      }
      if ((flags & HEADER_CHECKSUM_FLAG) != 0) {
        at += Short.BYTES;
      }
      if (at > end) {
        throw new DataFormatException("gzip data ends inside its header");
      }
      return at;
    }

    private static int afterZero(byte[] source, int start, int end) {
      int at = start;
      while (at < end && source[at] != 0) {
        at++;
      }
      return at + 1;
    }
  }
}
