package io.rowandb.engine.io;

import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * Iterates over the frames of a file that count ({@link FrameFormat}), and distinguishes an
 * unforced end from damage. Used by one thread; {@link #next} overwrites the previous frame.
 */
public final class FrameReader implements Closeable {
  /** One read of a file of small frames; long enough that the calls do not count. */
  private static final int WINDOW_BYTES = 256 << 10;

  private final Path path;
  private final RandomReadFile file;
  private final int version;
  private final FrameSeal seal;
  private final byte[] header;
  private long end;
  private long wholeBytes;

  private byte[] window = new byte[0];
  private long windowStart; // in the file
  private int windowBytes;

  private long position; // of the next frame
  private int payloadOffset;
  private int payloadBytes;

  private FrameReader(Path path, RandomReadFile file, String magic, int newestVersion)
      throws IOException {
    this.path = path;
    this.file = file;
    this.end = file.size();
    checkMagic(magic);
    byte[] prefix = new byte[FrameFormat.PREFIX_BYTES];
    file.readFully(0, prefix, 0, prefix.length);
    this.position = FrameFormat.PREFIX_BYTES;
    String fault = fault(new FrameSeal(FrameFormat.prefixSalt(prefix)), position);
    if (fault != null) {
      throw new CorruptFileException(path, 0, "header: " + fault);
    }
    this.version = ByteReader.getInt(prefix, FrameFormat.VERSION_OFFSET);
    if (version < 1 || version > newestVersion) {
      throw new UnknownVersionException(path, version, newestVersion);
    }
    this.seal = new FrameSeal(ByteReader.getInt(window, at(position)));
    take();
    this.header = Arrays.copyOfRange(window, payloadOffset, payloadOffset + payloadBytes);
    this.wholeBytes = position;
  }

  /**
   * Opens a file and checks its first bytes.
   *
   * @param magic 8 characters, see {@link FrameFormat#start}
   * @throws WrongKindException when the magic is another
   * @throws UnknownVersionException when the version is above {@code newestVersion}
   * @throws CorruptFileException when prefix or header frame are cut or damaged
   */
  public static FrameReader open(FileSystem files, Path path, String magic, int newestVersion)
      throws IOException {
    return open(path, files.open(path), magic, newestVersion);
  }

  /**
   * As {@link #open(FileSystem, Path, String, int)}, of what is open already.
   *
   * @param path for messages
   * @param file closed with the reader, or when this fails
   */
  public static FrameReader open(Path path, RandomReadFile file, String magic, int newestVersion)
      throws IOException {
    boolean opened = false;
    try {
      FrameReader reader = new FrameReader(path, file, magic, newestVersion);
      opened = true;
      return reader;
    } finally {
      if (!opened) {
        file.close();
      }
    }
  }

  /** The header frame's payload. */
  public ByteReader header() {
    int offset = FrameFormat.PREFIX_BYTES + FrameFormat.FRAME_BYTES;
    return new ByteReader(path, offset, header, 0, header.length);
  }

  /** The version of the payloads. */
  public int version() {
    return version;
  }

  /** Tells that so many bytes were forced: what is missing or does not count in them is damage. */
  public void expectWhole(long bytes) throws CorruptFileException {
    if (bytes < position || bytes > end) {
      throw new CorruptFileException(
          path, end, "must have " + bytes + " bytes, has " + end + " (truncated)");
    }
    wholeBytes = Math.max(wholeBytes, bytes);
  }

  /**
   * Declares that the file has exactly this many bytes, all forced; anything after them is ignored.
   */
  public void expectEnd(long bytes) throws CorruptFileException {
    expectWhole(bytes);
    end = bytes;
  }

  /**
   * Moves to the next frame with a payload.
   *
   * @return false after the last one; {@link #position} and {@link #tornBytes} are then final
   * @throws CorruptFileException when bytes that were forced are damaged
   */
  public boolean next() throws IOException {
    while (position < end) {
      String fault = fault(seal, position);
      if (fault != null) {
        refuseDamage(fault);
        return false;
      }
      take();
      if (payloadBytes > 0) {
        return true;
      }
    }
    return false;
  }

  /** The array that holds the payload. */
  public byte[] payload() {
    return window;
  }

  /** Where the payload starts in {@link #payload}. */
  public int payloadOffset() {
    return payloadOffset;
  }

  /** The payload's length. */
  public int payloadBytes() {
    return payloadBytes;
  }

  /** The payload, to be read field by field. */
  public ByteReader payloadReader() {
    return new ByteReader(path, filePosition(), window, payloadOffset, payloadBytes);
  }

  /** Where the payload starts in the file. */
  public long filePosition() {
    return windowStart + payloadOffset;
  }

  /** How many bytes from the start of the file are frames that count, up to the present one. */
  public long position() {
    return position;
  }

  /** How many bytes follow them. */
  public long tornBytes() {
    return end - position;
  }

  @Override
  public void close() throws IOException {
    window = new byte[0];
    file.close();
  }

  private void checkMagic(String magic) throws IOException {
    byte[] expected = magic.getBytes(StandardCharsets.US_ASCII);
    byte[] found = new byte[(int) Math.min(expected.length, end)];
    file.readFully(0, found, 0, found.length);
    if (isUndone(found, expected)) {
      throw new CorruptFileException(path, 0, "header: zeros instead of the magic");
    }
    if (!Arrays.equals(found, 0, found.length, expected, 0, found.length)) {
      if (!file.showsLostBytesAsZeros()) {
        throw new CorruptFileException(path, 0, "header: no magic where the encrypted part begins");
      }
      throw new WrongKindException(
          path, magic + " file", "it starts with the bytes " + HexFormat.of().formatHex(found));
    }
    if (end < FrameFormat.PREFIX_BYTES) {
      throw new CorruptFileException(
          path, end, "header: file of " + end + " bytes is cut (truncated)");
    }
  }

  /** A creation that a loss of power undid leaves zeros, from somewhere in the magic on. */
  static boolean isUndone(byte[] found, byte[] magic) {
    int same = Arrays.mismatch(found, magic);
    return same >= 0
        && same < found.length
        && Arrays.equals(
            found, same, found.length, new byte[found.length - same], 0, found.length - same);
  }

  /**
   * Whether a file has only the beginning of {@code first}, or zeros in its place: this is what a
   * power loss may leave of a file that begins with it. False for anything that is not a file.
   *
   * @param first the intended beginning of the file; anything after it is ignored
   */
  public static boolean isBegun(FileSystem fileSystem, Path path, byte[] first) throws IOException {
    if (fileSystem.kind(path) != FileKind.FILE) {
      return false;
    }
    try (RandomReadFile file = fileSystem.open(path)) {
      byte[] found = new byte[(int) Math.min(first.length, file.size())];
      file.readFully(0, found, 0, found.length);
      for (int i = 0; i < found.length; i++) {
        if (found[i] != 0 && found[i] != first[i]) {
          return false;
        }
      }
      return true;
    }
  }

  /** Accepts the frame at the position, which is in the window. */
  private void take() {
    payloadOffset = at(position) + FrameFormat.FRAME_BYTES;
    payloadBytes = ByteReader.getInt(window, at(position) + FrameFormat.LENGTH_OFFSET);
    position += FrameFormat.FRAME_BYTES + payloadBytes;
  }

  /**
   * Why the bytes at {@code start} are no valid frame, or null; then all of it is in the window.
   */
  private String fault(FrameSeal with, long start) throws IOException {
    if (end - start < FrameFormat.FRAME_BYTES) {
      return "only " + (end - start) + " bytes where a frame must begin (truncated)";
    }
    load(start, FrameFormat.FRAME_BYTES);
    int length = ByteReader.getInt(window, at(start) + FrameFormat.LENGTH_OFFSET);
    if (length < 0 || length > FrameFormat.MAX_PAYLOAD_BYTES) {
      return "frame of " + length + " bytes";
    }
    if (length > end - start - FrameFormat.FRAME_BYTES) {
      return "frame of " + length + " bytes is cut by the end of the file (truncated)";
    }
    load(start, FrameFormat.FRAME_BYTES + length);
    return with.holds(window, at(start), length) ? null : "checksum of a frame does not hold";
  }

  /** Damage, and not an unforced end, if the file's owner or a later frame knows better. */
  private void refuseDamage(String fault) throws IOException {
    if (position < wholeBytes) {
      throw new CorruptFileException(
          path, position, fault + "; " + wholeBytes + " bytes were forced");
    }
    long proof = ProvingFrames.find(file, position, end, seal.salt());
    if (proof >= 0) {
      throw new CorruptFileException(
          path,
          position,
          fault + "; the frame that ends at " + proof + " proves that it was forced");
    }
  }

  /** Brings a range of the file, which has it, into the window. */
  private void load(long start, int length) throws IOException {
    if (start >= windowStart && start + length <= windowStart + windowBytes) {
      return;
    }
    int wanted = (int) Math.min(Math.max(length, WINDOW_BYTES), end - start);
    if (window.length < wanted) {
      window = new byte[wanted];
    }
    windowBytes = 0;
    file.readFully(start, window, 0, wanted);
    windowStart = start;
    windowBytes = wanted;
  }

  private int at(long fileOffset) {
    return (int) (fileOffset - windowStart);
  }
}
