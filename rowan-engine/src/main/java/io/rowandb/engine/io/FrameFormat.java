package io.rowandb.engine.io;

import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/**
 * The format of files that grow by whole frames: log segments and the manifest. Numbers are
 * big-endian.
 *
 * <pre>
 *  file:    prefix | header frame | frame | frame | …
 *
 *  prefix:  +0  8 bytes  magic, says which kind of file
 *           +8  int32    version of the payloads
 *
 *  frame:   +0  int32    CRC32C of the bytes from +4 to the end, xor salt
 *           +4  int32    n, payload bytes, 0 to 2^28
 *           +8  int64    forced: this many bytes of the file were on disk when the frame was made
 *           +16 n bytes  payload; none in a mark, a frame that only tells how much is on disk
 * </pre>
 *
 * The salt of the header frame is the CRC32C of the prefix; the salt of the others is the first
 * field of the header frame, so a frame counts only in its own file.
 *
 * <p><b>A frame counts if and only if</b>
 *
 * <ol>
 *   <li>its n is within bounds and the file has all its bytes;
 *   <li>its checksum holds;
 *   <li>all frames before it count.
 * </ol>
 *
 * <p><b>The file ends at the first frame that does not count, if</b> no later frame with a valid
 * checksum says that more than the bytes up to there were forced, and the owner of the file does
 * not know that either. Then the rest was never promised to be on disk: a write cut short by the
 * death of the process, pages missing after a power loss, zeros. Otherwise the file is damaged.
 *
 * <p>When nothing is written after a force, the writer adds a mark. So every forced byte is
 * protected, up to the last.
 *
 * <p>Prefix and frame have this format in all versions. An example of the bytes is in the test of
 * this class.
 */
public final class FrameFormat {
  /** Bytes of the magic. */
  static final int MAGIC_BYTES = 8;

  /** Where the version stands. */
  static final int VERSION_OFFSET = MAGIC_BYTES;

  /** Bytes before the header frame. */
  public static final int PREFIX_BYTES = VERSION_OFFSET + 4;

  /** Where the payload's length stands in a frame. */
  static final int LENGTH_OFFSET = 4;

  /** Where the count of forced bytes stands in a frame. */
  static final int FORCED_OFFSET = LENGTH_OFFSET + 4;

  /** Bytes of a frame before its payload. */
  public static final int FRAME_BYTES = FORCED_OFFSET + 8;

  /**
   * The longest payload: four times the largest batch a client sends, and short enough to be read
   * into memory.
   */
  public static final int MAX_PAYLOAD_BYTES = 1 << 28;

  private FrameFormat() {}

  /**
   * The first bytes of a file: prefix and header frame.
   *
   * @param magic 8 ASCII characters
   */
  public static byte[] start(String magic, int version, byte[] headerPayload) {
    assert magic.length() == MAGIC_BYTES;
    byte[] start = new byte[PREFIX_BYTES + FRAME_BYTES + headerPayload.length];
    System.arraycopy(magic.getBytes(StandardCharsets.US_ASCII), 0, start, 0, MAGIC_BYTES);
    ByteWriter.putInt(start, VERSION_OFFSET, version);
    System.arraycopy(headerPayload, 0, start, PREFIX_BYTES + FRAME_BYTES, headerPayload.length);
    new FrameSeal(prefixSalt(start)).seal(start, PREFIX_BYTES, headerPayload.length, 0);
    return start;
  }

  /** The seal for the frames behind these first bytes of a file. */
  public static FrameSeal seal(byte[] start) {
    return new FrameSeal(ByteReader.getInt(start, PREFIX_BYTES));
  }

  /** The salt of the header frame. */
  static int prefixSalt(byte[] prefix) {
    CRC32C checksum = new CRC32C();
    checksum.update(prefix, 0, PREFIX_BYTES);
    return (int) checksum.getValue();
  }
}
