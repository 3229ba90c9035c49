package io.rowandb.engine.wal;

import io.rowandb.engine.cell.Bytes;
import io.rowandb.engine.cell.CellCodec;
import io.rowandb.engine.io.ByteReader;
import io.rowandb.engine.io.ByteWriter;
import io.rowandb.engine.io.CorruptFileException;
import io.rowandb.engine.io.EncryptedFiles;
import io.rowandb.engine.io.FileKeys;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.io.FrameFormat;
import io.rowandb.engine.io.FrameReader;
import io.rowandb.engine.io.WrongKindException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.UUID;

/**
 * The format of the log: segments {@code <number>.log}, numbered without gaps, each a file of
 * frames ({@link FrameFormat}).
 *
 * <pre>
 *  header payload:  +0  int64  number of the segment, as in its name
 *                   +8  int64  first sequence: no entry here has a lower one
 *                   +16 int64  length of the segment before this one, all of it on disk; 0 if none
 *                   +24 int64  identity: unique to this segment; not 0
 *                   +32 int64  identity of the segment before this one; 0 if none, or not known
 *
 *  entry payload:   +0  int64  sequence id
 *                   +8  int64  region number
 *                   +16        { int32 n, n bytes cell } *
 * </pre>
 *
 * <b>An entry counts if and only if</b>
 *
 * <ol>
 *   <li>its frame counts;
 *   <li>its sequence id is above that of all entries before it, and not below the segment's first;
 *   <li>its cells fill the payload exactly and each is complete.
 * </ol>
 *
 * The last two cannot fail in a frame that counts unless the writer was wrong, so violations count
 * as damage.
 *
 * <p>The identity is derived from the number, the previous identity, and what was drawn when the
 * log was opened. It distinguishes a segment from every other one of the same number: of another
 * store, of a copy of this one, or of a time before a restore. The extent noted outside of the log
 * has the identity of the last one. In version 1 the header ends at +24; such a segment has the
 * identity 0, unknown.
 *
 * <p>A segment is created when the previous one is completely on disk, and its header has the
 * length of that one. So only the last segment can have an unforced end. In the others a missing
 * byte is damage, and anything after the length is an end that an earlier recovery ignored. A last
 * segment that does not hold its first {@link #START_BYTES} was never used.
 *
 * <p>With hbase.regionserver.wal.encryption each new segment is encrypted as a whole ({@link
 * EncryptedFiles}); lengths and offsets are then those of the plain content.
 *
 * <p>An example of the bytes is in the test of this class.
 */
final class WalFormat {
  static final String MAGIC = "ROWANLOG";

  /** What is written; every version from 1 on is read. */
  static final int VERSION = 2;

  private static final int FIRST_VERSION = 1;

  private static final String SUFFIX = ".log";

  /** Enough to keep a listing in order for a thousand years. */
  private static final int NAME_DIGITS = 12;

  private static final int FIRST_HEADER_BYTES = 3 * 8;
  private static final int HEADER_BYTES = FIRST_HEADER_BYTES + 2 * 8;

  /** Bytes of a segment before its first entry, in the first version. */
  static final int FIRST_START_BYTES =
      FrameFormat.PREFIX_BYTES + FrameFormat.FRAME_BYTES + FIRST_HEADER_BYTES;

  /** Bytes of a segment before its first entry. */
  static final int START_BYTES = FrameFormat.PREFIX_BYTES + FrameFormat.FRAME_BYTES + HEADER_BYTES;

  private static final int REGION_OFFSET = 8;

  /** Bytes of an entry's payload before its cells. */
  static final int ENTRY_BYTES = REGION_OFFSET + 8;

  /** Bytes of an entry's frame before its cells. */
  static final int ENTRY_FRAME_BYTES = FrameFormat.FRAME_BYTES + ENTRY_BYTES;

  /** Most bytes of the cells of one entry. */
  static final int MAX_CELL_BYTES = FrameFormat.MAX_PAYLOAD_BYTES - ENTRY_BYTES;

  private WalFormat() {}

  /**
   * Opens a segment, of which the name says what it is: other first bytes are damage.
   *
   * @throws CorruptFileException when what is before the first entry is cut or damaged
   */
  static FrameReader open(FileSystem files, Path segment) throws IOException {
    try {
      return FrameReader.open(files, segment, MAGIC, VERSION);
    } catch (WrongKindException e) {
      CorruptFileException damage =
          new CorruptFileException(segment, 0, "header: no magic of a log: " + e.getMessage());
      damage.initCause(e);
      throw damage;
    }
  }

  /** Whether a segment may be one whose creation was not finished: no other bytes are in it. */
  static boolean mayBeUnfinished(CorruptFileException start) {
    return !(start.getCause() instanceof WrongKindException);
  }

  /** What the start of a segment says. */
  record Header(
      long number, long firstSequence, long previousBytes, long identity, long previousIdentity) {

    /** Of the first segment of a log. */
    static Header first(long number, long firstSequence, WalOptions options) {
      return new Header(number, firstSequence, 0, identity(number, 0, options), 0);
    }

    /** Of the segment that follows one. */
    static Header after(
        WalReplay.Segment previous, long number, long firstSequence, WalOptions options) {
      long before = previous.identity();
      long own = identity(number, before, options);
      return new Header(number, firstSequence, previous.bytes(), own, before);
    }

    private static long identity(long number, long before, WalOptions options) {
      UUID mixed =
          UUID.nameUUIDFromBytes(
              new ByteWriter()
                  .writeLong(options.identities())
                  .writeLong(number)
                  .writeLong(before)
                  .toByteArray());
      return mixed.getLeastSignificantBits(); // not 0: the variant's bits are in it
    }

    byte[] start() {
      ByteWriter payload = new ByteWriter();
      payload.writeLong(number).writeLong(firstSequence).writeLong(previousBytes);
      payload.writeLong(identity).writeLong(previousIdentity);
      return FrameFormat.start(MAGIC, VERSION, payload.toByteArray());
    }

    static Header of(FrameReader segment) throws CorruptFileException {
      ByteReader payload = segment.header();
      boolean hasIdentity = segment.version() > FIRST_VERSION;
      Header header =
          new Header(
              payload.readLong(),
              payload.readLong(),
              payload.readLong(),
              hasIdentity ? payload.readLong() : 0,
              hasIdentity ? payload.readLong() : 0);
      payload.expectEnd();
      return header;
    }
  }

  /** The files of a log, some or all of them encrypted; this is transparent to readers. */
  static FileSystem files(FileSystem fileSystem) {
    return new EncryptedFiles(fileSystem, FileKeys.Use.LOG);
  }

  /** The name of a segment: its number in at least twelve digits. */
  static String name(long number) {
    String digits = Long.toString(number);
    return "0".repeat(Math.max(0, NAME_DIGITS - digits.length())) + digits + SUFFIX;
  }

  /** The number in the name of a segment, or -1 when it is the name of something else. */
  static long number(Path file) {
    String name = file.getFileName().toString();
    String digits = name.endsWith(SUFFIX) ? name.substring(0, name.length() - SUFFIX.length()) : "";
    return digits.matches("\\d{12}") ? Long.parseLong(digits) : -1;
  }

  /**
   * Writes the sequence id and the region number of an entry whose payload starts at {@code at}.
   */
  static void putEntry(byte[] array, int at, long sequence, long regionNumber) {
    Bytes.putLong(array, at, sequence);
    Bytes.putLong(array, at + REGION_OFFSET, regionNumber);
  }

  /** Gives the entry that the reader stands on to the visitor and returns its sequence id. */
  static long visit(Path file, FrameReader reader, long above, WalReplay.Visitor visitor)
      throws IOException {
    byte[] payload = reader.payload();
    int start = reader.payloadOffset();
    int cellBytes = reader.payloadBytes() - ENTRY_BYTES;
    if (cellBytes < 0) {
      throw new CorruptFileException(file, reader.filePosition(), "entry without sequence id");
    }
    long sequence = Bytes.getLong(payload, start);
    if (sequence <= above) {
      throw new CorruptFileException(
          file, reader.filePosition(), "sequence id " + sequence + " after " + above);
    }
    String fault = checkCells(payload, start + ENTRY_BYTES, cellBytes);
    if (fault != null) {
      throw new CorruptFileException(file, reader.filePosition(), fault);
    }
    long regionNumber = Bytes.getLong(payload, start + REGION_OFFSET);
    visitor.entry(sequence, regionNumber, payload, start + ENTRY_BYTES, cellBytes);
    return sequence;
  }

  private static String checkCells(byte[] array, int offset, int length) {
    int limit = offset + length;
    for (int at = offset; at < limit; ) {
      int cell = limit - at < 4 ? -1 : Bytes.getInt(array, at);
      if (cell < 0 || cell > limit - at - 4) {
        return "cell of " + cell + " bytes in the " + (limit - at) + " bytes left of an entry";
      }
      String fault = CellCodec.check(array, at + 4, cell);
      if (fault != null) {
        return fault;
      }
      at += 4 + cell;
    }
    return null;
  }
}
