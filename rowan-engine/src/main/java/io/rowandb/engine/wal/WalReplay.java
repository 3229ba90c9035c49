package io.rowandb.engine.wal;

import io.rowandb.engine.io.CorruptFileException;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.io.FrameReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the whole log, and keeps what a {@link Wal} needs to continue it. Changes nothing on disk.
 * Used by one thread; holds no file open once {@link #replay} has returned.
 */
public final class WalReplay {
  /** Takes the entries of the log in the order of their sequence ids. */
  public interface Visitor {
    /**
     * One list of mutations of one region. The range holds { int32 n, n bytes cell } one behind the
     * other, checked; it is overwritten after the call.
     */
    void entry(long sequence, long regionNumber, byte[] buffer, int offset, int length)
        throws IOException;
  }

  /** A segment that was read: it has no entry above {@code lastSequence}. */
  record Segment(Path file, long number, long lastSequence, long bytes, long identity) {}

  private static final String UNNOTED =
      "the manifest does not know this segment, and it has entries: the manifest is older than the"
          + " log, or the segment is of another store, or a repair has given it up and it is back:"
          + " then move it out of the log";

  private static final String STRANGER =
      "it is another segment than the one that this log had under its name: of another store, of a"
          + " copy of this one, or of another time";

  private final FileSystem fileSystem;
  private final Path directory;
  private final WalExtent known;
  private final Visitor visitor;
  private final List<Segment> segments = new ArrayList<>();
  private final List<Path> unused = new ArrayList<>();
  private long lastSequence;
  private long entries;
  private long tornBytes;

  private WalReplay(FileSystem fileSystem, Path directory, WalExtent known, Visitor visitor) {
    this.fileSystem = fileSystem;
    this.directory = directory;
    this.known = known;
    this.visitor = visitor;
  }

  /**
   * Reads the log from its first entry to its last.
   *
   * @param known what the log has at least
   * @throws CorruptFileException when something is damaged or missing that was forced; entries
   *     before it were visited, but none when a segment is missing
   * @throws io.rowandb.engine.io.MissingKeyException when a segment is encrypted and the file
   *     system's keys do not fit
   */
  public static WalReplay replay(
      FileSystem fileSystem, Path logDirectory, WalExtent known, Visitor visitor)
      throws IOException {
    FileSystem files = WalFormat.files(fileSystem);
    WalReplay replay = new WalReplay(files, logDirectory, known, visitor);
    replay.readAll(replay.needed());
    return replay;
  }

  /** The highest sequence id the log knows of; 0 when it is empty. */
  public long lastSequence() {
    return lastSequence;
  }

  /** How many entries were visited. */
  public long entries() {
    return entries;
  }

  /** Bytes at the end of the last segment that were never forced and do not form a whole entry. */
  public long tornBytes() {
    return tornBytes;
  }

  /** What of the log was read, to be noted of a copy of it. */
  public WalExtent extent() {
    if (segments.isEmpty()) {
      return WalExtent.none(nextSegment());
    }
    Segment last = segments.get(segments.size() - 1);
    return WalExtent.of(segments.get(0).number(), last.number(), last.bytes(), last.identity());
  }

  /** The segments with entries, oldest first. */
  List<Segment> segments() {
    return segments;
  }

  /**
   * Segments that hold nothing that counts, oldest first: what a crash left of those that were not
   * needed any more, and the last one when its creation was not finished.
   */
  List<Path> unused() {
    return unused;
  }

  /** Whether an unused segment is one of those that were not needed any more. */
  boolean isOld(Path unused) {
    return known.isBefore(WalFormat.number(unused));
  }

  /**
   * The number of the segment that comes next: not below that of one whose creation was not
   * finished, since a lower one could not be noted as needed beside it.
   */
  long nextSegment() {
    long last = segments.isEmpty() ? 0 : segments.get(segments.size() - 1).number();
    long unfinished = unused.isEmpty() ? 0 : WalFormat.number(unused.get(unused.size() - 1));
    return Math.max(Math.max(last, known.lastSegment()) + 1, unfinished);
  }

  /** Whether a file in the directory of a log has the name of a segment. */
  public static boolean isSegment(Path file) {
    return WalFormat.number(file) >= 0;
  }

  /** The segments of a log, oldest first. */
  static List<Path> segmentFiles(FileSystem fileSystem, Path directory) throws IOException {
    List<Path> files = new ArrayList<>();
    for (Path file : fileSystem.list(directory)) {
      if (WalFormat.number(file) >= 0) {
        files.add(file); // the names sort as the numbers do
      }
    }
    return files;
  }

  /**
   * The segments that count.
   *
   * @throws CorruptFileException when one of them is missing, or in the place of another one
   */
  private List<Path> needed() throws IOException {
    List<Path> files = new ArrayList<>();
    for (Path file : segmentFiles(fileSystem, directory)) {
      (known.isBefore(WalFormat.number(file)) ? unused : files).add(file);
    }
    for (CorruptFileException stranger : strangers(fileSystem, files, known).values()) {
      throw stranger;
    }
    CorruptFileException missing = missing(directory, files, known);
    if (missing != null) {
      throw missing;
    }
    return files;
  }

  /** Whether a segment is missing of a log that had what is known of it. */
  public static boolean isAnyMissing(FileSystem fileSystem, Path logDirectory, WalExtent known)
      throws IOException {
    List<Path> files =
        segmentFiles(fileSystem, logDirectory).stream()
            .filter(file -> !known.isBefore(WalFormat.number(file)))
            .toList();
    return missing(logDirectory, files, known) != null;
  }

  /**
   * Why a log is not whole, or null.
   *
   * @param files the segments there are, without those that are older than needed
   */
  static CorruptFileException missing(Path directory, List<Path> files, WalExtent known) {
    long next =
        known.isNoted() || files.isEmpty() ? known.firstSegment() : WalFormat.number(files.get(0));
    int found = 0;
    while (found < files.size() && WalFormat.number(files.get(found)) == next) {
      found++;
      next++;
    }
    if (found == files.size() && next > known.lastSegment()) {
      return null;
    }
    String others =
        found < files.size() ? files.get(found).getFileName().toString() : known.toString();
    return new CorruptFileException(
        directory.resolve(WalFormat.name(next)),
        0,
        "this segment of the log is missing; the log has had "
            + others
            + ", unless the manifest is older than the log");
  }

  /**
   * Holds the next segment open while it reads one, since its header tells how long this one is.
   */
  private void readAll(List<Path> files) throws IOException {
    FrameReader next = files.isEmpty() ? null : open(files, 0);
    for (int i = 0; next != null; i++) {
      try (FrameReader segment = next) {
        next = i + 1 < files.size() ? open(files, i + 1) : null;
        try {
          if (next != null) {
            segment.expectEnd(WalFormat.Header.of(next).previousBytes());
          }
          read(files.get(i), segment);
        } catch (IOException | RuntimeException | Error e) {
          if (next != null) {
            next.close();
          }
          throw e;
        }
      }
    }
  }

  /** Opens a segment; null when it is the last one and its creation was not finished. */
  private FrameReader open(List<Path> files, int index) throws IOException {
    Path file = files.get(index);
    try {
      return WalFormat.open(fileSystem, file);
    } catch (CorruptFileException e) {
      boolean wasUsed = WalFormat.number(file) <= known.lastSegment();
      if (wasUsed
          || index < files.size() - 1
          || fileSystem.size(file) > WalFormat.START_BYTES
          || !WalFormat.mayBeUnfinished(e)) {
        throw e;
      }
      unused.add(file);
      tornBytes = fileSystem.size(file);
      return null;
    }
  }

  /**
   * The segments that are in the place of others, or newer than what was noted of the log. That
   * says which segment is the last, and each segment says which one was before it.
   *
   * @return by the segment, why it is refused
   */
  static Map<Path, CorruptFileException> strangers(
      FileSystem fileSystem, List<Path> files, WalExtent known) {
    Map<Path, CorruptFileException> strangers = new LinkedHashMap<>();
    WalFormat.Header following = null;
    for (int i = files.size() - 1; i >= 0; i--) {
      Path file = files.get(i);
      long number = WalFormat.number(file);
      if (known.isAfter(number) && hasEntries(fileSystem, file)) {
        strangers.put(file, new CorruptFileException(file, 0, UNNOTED));
        following = null;
        continue;
      }
      long noted = known.identityOf(number);
      long told =
          following != null && following.number() == number + 1 ? following.previousIdentity() : 0;
      if (noted != 0 && told != 0 && told != noted) {
        strangers.put(files.get(i + 1), new CorruptFileException(files.get(i + 1), 0, STRANGER));
      }
      long wanted = noted == 0 ? told : noted;
      following = header(fileSystem, file);
      if (following != null && wanted != 0 && following.identity() != wanted) {
        strangers.put(file, new CorruptFileException(file, 0, STRANGER));
        following = null;
      }
    }
    return strangers;
  }

  /** Whether anything follows the start of a segment; false when that cannot be read. */
  private static boolean hasEntries(FileSystem fileSystem, Path file) {
    try (FrameReader segment = WalFormat.open(fileSystem, file)) {
      return fileSystem.size(file) > segment.position();
    } catch (IOException e) {
      return false; // told by whoever reads the segment
    }
  }

  /** What the start of a segment says; null when it cannot be read. */
  private static WalFormat.Header header(FileSystem fileSystem, Path file) {
    try (FrameReader segment = WalFormat.open(fileSystem, file)) {
      return WalFormat.Header.of(segment);
    } catch (IOException e) {
      return null; // told by whoever reads the segment
    }
  }

  /** Has a segment refused that is shorter than it is known to have been. */
  static void expectKnown(Path file, FrameReader segment, WalExtent known)
      throws CorruptFileException {
    long bytes = known.bytesOf(WalFormat.number(file));
    if (bytes > 0) {
      segment.expectWhole(bytes);
    }
  }

  private void read(Path file, FrameReader segment) throws IOException {
    WalFormat.Header header = WalFormat.Header.of(segment);
    if (header.number() != WalFormat.number(file) || header.firstSequence() <= lastSequence) {
      throw new CorruptFileException(
          file, 0, header + " does not fit the name, or follows sequence id " + lastSequence);
    }
    lastSequence = header.firstSequence() - 1;
    expectKnown(file, segment, known);
    while (segment.next()) {
      lastSequence = WalFormat.visit(file, segment, lastSequence, visitor);
      entries++;
    }
    tornBytes += segment.tornBytes();
    segments.add(
        new Segment(file, header.number(), lastSequence, segment.position(), header.identity()));
  }
}
