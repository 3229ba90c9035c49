package io.rowandb.engine.io;

import java.util.zip.CRC32C;

/**
 * Writes and checks the heads of the frames of one file ({@link FrameFormat}). Used by one thread
 * at a time; allocates nothing.
 */
public final class FrameSeal {
  private final int salt;
  private final CRC32C checksum = new CRC32C();

  FrameSeal(int salt) {
    this.salt = salt;
  }

  /**
   * Makes a frame of a payload that stands at {@code at + FRAME_BYTES} already.
   *
   * @param forcedBytes bytes of the file known to be on disk
   */
  public void seal(byte[] array, int at, int payloadBytes, long forcedBytes) {
    begin(array, at, payloadBytes, payloadBytes, forcedBytes);
    end(array, at);
  }

  /**
   * Makes a frame of another file to one of this file.
   *
   * @return where the next frame stands
   */
  public int sealAgain(byte[] array, int at, long forcedBytes) {
    int payloadBytes = ByteReader.getInt(array, at + FrameFormat.LENGTH_OFFSET);
    seal(array, at, payloadBytes, forcedBytes);
    return at + FrameFormat.FRAME_BYTES + payloadBytes;
  }

  /**
   * Begins a frame whose payload is in several arrays; {@link #add} gives the others in order,
   * {@link #end} completes the head.
   *
   * @param bytesHere how much of the payload follows the head in this array
   */
  public void begin(byte[] array, int at, int payloadBytes, int bytesHere, long forcedBytes) {
    if (payloadBytes > FrameFormat.MAX_PAYLOAD_BYTES) {
      throw new IllegalArgumentException(
          "Frame of " + payloadBytes + " bytes, at most " + FrameFormat.MAX_PAYLOAD_BYTES);
    }
    ByteWriter.putInt(array, at + FrameFormat.LENGTH_OFFSET, payloadBytes);
    ByteWriter.putLong(array, at + FrameFormat.FORCED_OFFSET, forcedBytes);
    checksum.reset();
    add(array, at + FrameFormat.LENGTH_OFFSET, FrameFormat.FRAME_BYTES - 4 + bytesHere);
  }

  /** The next part of the payload begun. */
  public void add(byte[] array, int offset, int length) {
    checksum.update(array, offset, length);
  }

  /** Completes the head at {@code at}. */
  public void end(byte[] array, int at) {
    ByteWriter.putInt(array, at, (int) checksum.getValue() ^ salt);
  }

  /** What the checksums are combined with. */
  int salt() {
    return salt;
  }

  /** Whether the checksum of a whole frame holds. */
  boolean holds(byte[] array, int at, int payloadBytes) {
    checksum.reset();
    add(array, at + FrameFormat.LENGTH_OFFSET, FrameFormat.FRAME_BYTES - 4 + payloadBytes);
    return ((int) checksum.getValue() ^ salt) == ByteReader.getInt(array, at);
  }
}
