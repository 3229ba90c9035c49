package io.rowandb.engine.storefile;

import io.airlift.compress.Compressor;
import io.airlift.compress.lz4.Lz4Compressor;
import io.airlift.compress.lzo.LzoCompressor;
import io.airlift.compress.snappy.SnappyCompressor;
import io.airlift.compress.zstd.ZstdCompressor;
import io.rowandb.engine.cell.Bytes;
import java.io.Closeable;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/**
 * Compresses block bodies in the framing that HBase's codecs write. Owned by one writer.
 *
 * <pre>
 *  LZ4, SNAPPY, ZSTD, LZO (Hadoop's framing)        GZ (RFC 1952)
 *  int32 bytes of the body, uncompressed           1f 8b 08 00, 5 zero bytes, ff
 *  then chunks until these bytes are reached:      deflate stream
 *    int32 bytes of the chunk, compressed          int32 little-endian CRC32 of the body
 *    the chunk                                     int32 little-endian bytes of the body
 * </pre>
 *
 * In Hadoop's framing a body may consist of several of these, one after the other, each with a part
 * of the body.
 */
abstract class BlockCompressor implements Closeable {
  /** The smallest buffer that any of HBase's and Hadoop's readers has, unless told otherwise. */
  private static final int BUFFER_BYTES = 256 << 10;

  /** The same of readers of LZO. */
  private static final int LZO_BUFFER_BYTES = 64 << 10;

  private BlockCompressor() {}

  /** The compressor for {@code compression}, which is not NONE. */
  static BlockCompressor of(Compression compression) {
    return switch (compression) {
      case NONE -> throw new IllegalArgumentException("NONE has no compressor");
      case GZ -> new Gzip();
      case LZ4 -> new Framed(new Lz4Compressor(), BUFFER_BYTES);
      case SNAPPY -> new Framed(new SnappyCompressor(), BUFFER_BYTES);
      case ZSTD -> new Framed(new ZstdCompressor(), BUFFER_BYTES);
      case LZO -> new Framed(new LzoCompressor(), LZO_BUFFER_BYTES);
    };
  }

  /** Appends the compressed form of a range to {@code target}. */
  abstract void compress(byte[] source, int offset, int length, ByteSink target);

  /** Releases native memory, if any. */
  @Override
  public void close() {}

  private static final class Framed extends BlockCompressor {
    private final Compressor compressor;

    /** The most a chunk may hold uncompressed: what Hadoop's streams put into their buffer. */
    private final int chunkBytes;

    Framed(Compressor compressor, int bufferBytes) {
      this.compressor = compressor;
      this.chunkBytes = bufferBytes - bufferBytes / 6 - 32;
    }

    @Override
    void compress(byte[] source, int offset, int length, ByteSink target) {
      target.putInt(length);
      for (int at = 0; at < length; ) {
        int chunk = Math.min(chunkBytes, length - at);
        int lengthAt = target.skip(Integer.BYTES);
        int room = compressor.maxCompressedLength(chunk);
        target.ensure(room);
        int bytes =
            compressor.compress(source, offset + at, chunk, target.array(), target.size(), room);
        Bytes.putInt(target.array(), lengthAt, bytes);
        target.skip(bytes);
        at += chunk;
      }
    }
  }

  private static final class Gzip extends BlockCompressor {
    /** The last byte says that the operating system is unknown, as the JDK's own streams do. */
    private static final byte[] HEADER = {
      0x1f, (byte) 0x8b, Deflater.DEFLATED, 0, 0, 0, 0, 0, 0, (byte) 0xff
    };

    private final Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
    private final CRC32 checksum = new CRC32();

    @Override
    void compress(byte[] source, int offset, int length, ByteSink target) {
      target.put(HEADER);
      deflater.reset();
      deflater.setInput(source, offset, length);
      deflater.finish();
      while (!deflater.finished()) {
        target.ensure(Math.max(64, length / 4));
        int room = target.array().length - target.size();
        target.skip(deflater.deflate(target.array(), target.size(), room));
      }
      checksum.reset();
      checksum.update(source, offset, length);
      target.putInt(Integer.reverseBytes((int) checksum.getValue()));
      target.putInt(Integer.reverseBytes(length));
    }

    @Override
    public void close() {
      deflater.end();
    }
  }
}
