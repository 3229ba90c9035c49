package io.rowandb.engine.io;

import java.io.IOException;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * Searches the bytes after a file's last counting frame for a frame that proves that they were
 * forced: a complete frame at any position whose checksum holds and which says that more was on
 * disk.
 *
 * <p>Any bytes may look like the head of a long frame, so frames may overlap in any number. To
 * checksum each of them would take quadratic time. Two passes suffice instead:
 *
 * <ol>
 *   <li>The first takes the checksum of everything up to each head, and computes from it what the
 *       checksum up to the frame's end must be if the frame's checksum holds ({@link Crc32cShift}).
 *   <li>The second takes the checksum up to each of these ends, and compares.
 * </ol>
 *
 * <p>Frames are searched in groups, each with its two passes. Groups are so large that there are
 * only a few, so the work is proportional to the bytes searched, and its memory stays below half of
 * them. Used once, by one thread.
 */
final class ProvingFrames {
  /** One read; long enough that the calls do not count. */
  private static final int WINDOW_BYTES = 256 << 10;

  /** A file of so many heads is searched in so many groups at most: a head takes a few bytes. */
  private static final int GROUPS = 16;

  private static final int MIN_GROUP_FRAMES = 1 << 16;

  /** How far apart the heads of a group may be, so that the end of a frame fits in 32 bits. */
  private static final long MAX_GROUP_BYTES = 1L << 30;

  // Fixed at construction.
  private final RandomReadFile file;
  private final long damage;
  private final long end;
  private final int salt;
  private final int maxGroupFrames;

  // The part of the file in memory.
  private final byte[] window;
  private long windowStart;
  private int windowBytes;

  // The present group: where its first head may be, and { int32 end, int32 checksum } a frame,
  // the end counted from there.
  private long groupStart;
  private long[] frames = new long[64];
  private int frameCount;

  // Of the bytes from the start of the group up to here.
  private final CRC32C checksum = new CRC32C();
  private long checksumEnd;

  private ProvingFrames(RandomReadFile file, long damage, long end, int salt) {
    this.file = file;
    this.damage = damage;
    this.end = end;
    this.salt = salt;
    this.maxGroupFrames = (int) Math.max(MIN_GROUP_FRAMES, (end - damage) / GROUPS);
    this.window = new byte[(int) Math.min(WINDOW_BYTES, end - damage)];
  }

  /**
   * Searches.
   *
   * @param damage where the first frame stands that does not count
   * @param end of what is to be searched
   * @param salt of the file's frames
   * @return where a frame ends that says that bytes from {@code damage} on were forced; -1 when
   *     there is none
   */
  static long find(RandomReadFile file, long damage, long end, int salt) throws IOException {
    return new ProvingFrames(file, damage, end, salt).find();
  }

  private long find() throws IOException {
    long start = damage + 1;
    while (end - start >= FrameFormat.FRAME_BYTES) {
      start = collectGroup(start);
      long proof = checkGroup();
      if (proof >= 0) {
        return proof;
      }
    }
    return -1;
  }

  /** The first pass over a group; returns where the next one begins. */
  private long collectGroup(long from) throws IOException {
    begin(from);
    long last = Math.min(end - FrameFormat.FRAME_BYTES, from + MAX_GROUP_BYTES);
    frameCount = 0;
    long start = from;
    for (; start <= last && frameCount < maxGroupFrames; start++) {
      load(start);
      int at = (int) (start - windowStart);
      long forced = ByteReader.getLong(window, at + FrameFormat.FORCED_OFFSET);
      int length = ByteReader.getInt(window, at + FrameFormat.LENGTH_OFFSET);
      if (forced > damage && forced <= start && isLength(length, start)) {
        int stored = ByteReader.getInt(window, at) ^ salt;
        takeChecksum(start + FrameFormat.LENGTH_OFFSET);
        add(start, length, stored);
      }
    }
    return start;
  }

  private boolean isLength(int length, long start) {
    return length >= 0
        && length <= FrameFormat.MAX_PAYLOAD_BYTES
        && length <= end - start - FrameFormat.FRAME_BYTES;
  }

  /** Remembers a frame whose bytes behind its own checksum begin where the checksum ends. */
  private void add(long start, int length, int stored) {
    if (frameCount == frames.length) {
      frames = Arrays.copyOf(frames, Math.min(maxGroupFrames, frameCount * 2));
    }
    int covered = FrameFormat.FRAME_BYTES - FrameFormat.LENGTH_OFFSET + length;
    int expected = Crc32cShift.shift((int) checksum.getValue(), covered) ^ stored;
    long frameEnd = start + FrameFormat.FRAME_BYTES + length - groupStart;
    frames[frameCount++] = frameEnd << Integer.SIZE | (expected & 0xffff_ffffL);
  }

  /** The second pass over a group; returns where a frame ends whose checksum holds, or -1. */
  private long checkGroup() throws IOException {
    Arrays.sort(frames, 0, frameCount);
    begin(groupStart);
    for (int i = 0; i < frameCount; i++) {
      long frameEnd = groupStart + (frames[i] >>> Integer.SIZE);
      takeChecksum(frameEnd);
      if ((int) checksum.getValue() == (int) frames[i]) {
        return frameEnd;
      }
    }
    return -1;
  }

  private void begin(long from) {
    groupStart = from;
    checksum.reset();
    checksumEnd = from;
  }

  /** Takes the checksum up to here. */
  private void takeChecksum(long upTo) throws IOException {
    while (checksumEnd < upTo) {
      int at = (int) (checksumEnd - windowStart);
      if (at < 0 || at >= windowBytes) {
        read(checksumEnd);
        at = 0;
      }
      int length = (int) Math.min(windowBytes - at, upTo - checksumEnd);
      checksum.update(window, at, length);
      checksumEnd += length;
    }
  }

  /** Brings a whole head into the window, once the checksum is taken of what leaves it. */
  private void load(long start) throws IOException {
    if (start < windowStart || start + FrameFormat.FRAME_BYTES > windowStart + windowBytes) {
      takeChecksum(start);
      read(start);
    }
  }

  private void read(long start) throws IOException {
    int wanted = (int) Math.min(window.length, end - start);
    windowBytes = 0;
    file.readFully(start, window, 0, wanted);
    windowStart = start;
    windowBytes = wanted;
  }
}
