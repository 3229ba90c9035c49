package io.rowandb.engine.wal;

import io.rowandb.engine.io.CorruptFileException;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.io.Finding;
import io.rowandb.engine.io.FrameReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongPredicate;

/**
 * Reads the whole log as a recovery would, but continues with the next segment after a damaged one.
 * Changes nothing. Used by one thread; needs the memory for reading two segments.
 */
public final class WalCheck {
  /**
   * The result.
   *
   * @param segments of the log
   * @param bytes of all segments
   * @param entries that could be read
   * @param lastSequence the highest sequence id met
   * @param lastRegion the highest region number met
   * @param hasUnnoted whether segments have entries of which nothing was noted
   * @param damage the first that a recovery would fail at, or null
   */
  public record Outcome(
      int segments,
      long bytes,
      long entries,
      long lastSequence,
      long lastRegion,
      boolean hasUnnoted,
      CorruptFileException damage) {
    /** Of a log that was not read. */
    public static final Outcome NONE = new Outcome(0, 0, 0, 0, 0, false, null);
  }

  // Fixed at construction.
  private final FileSystem fileSystem;
  private final WalExtent known;
  private final LongPredicate knownRegion;
  private final Consumer<Finding> findings;

  // What was met so far.
  private long bytes;
  private long entries;
  private long lastSequence;
  private long lastRegion;
  private Map<Path, CorruptFileException> strangers = Map.of();
  private long ofOthers;
  private CorruptFileException damage;

  private WalCheck(
      FileSystem fileSystem,
      WalExtent known,
      LongPredicate knownRegion,
      Consumer<Finding> findings) {
    this.fileSystem = fileSystem;
    this.known = known;
    this.knownRegion = knownRegion;
    this.findings = findings;
  }

  /**
   * Checks the log.
   *
   * @param known what it has at least
   * @param keepsOldSegments as {@link WalOptions#keepsOldSegments}
   * @param knownRegion whether there is a region of this number
   * @param findings gets what is found
   */
  public static Outcome check(
      FileSystem fileSystem,
      Path logDirectory,
      WalExtent known,
      boolean keepsOldSegments,
      LongPredicate knownRegion,
      Consumer<Finding> findings)
      throws IOException {
    WalCheck check = new WalCheck(WalFormat.files(fileSystem), known, knownRegion, findings);
    List<Path> segments = check.segments(logDirectory, keepsOldSegments);
    CorruptFileException missing = WalReplay.missing(logDirectory, segments, known);
    if (missing != null) {
      check.damaged(missing.file(), missing);
    }
    check.strangers = WalReplay.strangers(check.fileSystem, segments, known);
    check.readAll(segments);
    if (check.ofOthers > 0) {
      findings.accept(
          Finding.note(
              logDirectory,
              check.ofOthers
                  + " entries are of regions that are no more; recovery passes over them"));
    }
    return new Outcome(
        segments.size(),
        check.bytes,
        check.entries,
        check.lastSequence,
        check.lastRegion,
        check.strangers.keySet().stream().anyMatch(it -> known.isAfter(WalFormat.number(it))),
        check.damage);
  }

  /**
   * Refuses a log of which a segment cannot be opened now, or whose key is missing. Damage does not
   * count: a check reports it.
   */
  public static void requireReadable(FileSystem fileSystem, Path logDirectory, WalExtent known)
      throws IOException {
    FileSystem files = WalFormat.files(fileSystem);
    for (Path file : WalReplay.segmentFiles(files, logDirectory)) {
      if (!known.isBefore(WalFormat.number(file))) {
        requireReadable(files, file);
      }
    }
  }

  private static void requireReadable(FileSystem files, Path segment) throws IOException {
    try {
      WalFormat.open(files, segment).close();
    } catch (CorruptFileException e) {
      return; // told by the check
    }
  }

  /**
   * What a log has at least when that is given up which is missing at its beginning or its end.
   *
   * @return {@code known} when nothing is missing
   * @throws CorruptFileException when a segment is missing between others, or one is damaged, so
   *     that what follows could not be read in order
   */
  public static WalExtent withoutMissing(FileSystem fileSystem, Path logDirectory, WalExtent known)
      throws IOException {
    FileSystem files = WalFormat.files(fileSystem);
    List<Path> segments =
        WalReplay.segmentFiles(files, logDirectory).stream()
            .filter(file -> !known.isBefore(WalFormat.number(file)))
            .toList();
    WalExtent rest = rest(files, withStart(files, segments), known);
    if (!rest.equals(known)) {
      WalReplay.replay(fileSystem, logDirectory, rest, (sequence, region, buffer, at, n) -> {});
    }
    return rest;
  }

  /**
   * How many bytes of a damaged segment, as it is on disk, are before its damage; 0 when nothing of
   * it can be read, or it is not there.
   */
  public static long wholeBytes(FileSystem fileSystem, CorruptFileException damage)
      throws IOException {
    Path segment = damage.file();
    if (!fileSystem.exists(segment) || damage.offset() < WalFormat.START_BYTES) {
      return 0;
    }
    long before = fileSystem.size(segment) - WalFormat.files(fileSystem).size(segment);
    return before + damage.offset();
  }

  private static WalExtent rest(FileSystem files, List<Path> segments, WalExtent known)
      throws IOException {
    if (!known.needsAny()) {
      return known;
    }
    if (segments.isEmpty()) {
      return WalExtent.none(known.lastSegment() + 1);
    }
    Path end = segments.get(segments.size() - 1);
    long first = WalFormat.number(segments.get(0));
    if (known.isAfter(first)) { // none is there that is known
      return WalExtent.none(first);
    }
    long last = Math.min(WalFormat.number(end), known.lastSegment());
    boolean hasEnd =
        last == known.lastSegment()
            && (WalFormat.number(end) > last || files.size(end) >= known.lastBytes());
    return hasEnd
        ? WalExtent.of(first, last, known.lastBytes(), known.lastIdentity())
        : shorter(files, first, end, known);
  }

  /** A log that ends with a segment of which only the start is counted on. */
  private static WalExtent shorter(FileSystem files, long first, Path end, WalExtent known)
      throws IOException {
    for (CorruptFileException stranger : WalReplay.strangers(files, List.of(end), known).values()) {
      throw stranger;
    }
    try (FrameReader segment = WalFormat.open(files, end)) {
      long identity = WalFormat.Header.of(segment).identity();
      return WalExtent.of(first, WalFormat.number(end), segment.position(), identity);
    }
  }

  /** Without the last one if it lost its start too, so that nothing is left of it. */
  private static List<Path> withStart(FileSystem files, List<Path> segments) throws IOException {
    int count = segments.size();
    if (count > 0 && files.size(segments.get(count - 1)) < WalFormat.START_BYTES) {
      try {
        WalFormat.open(files, segments.get(count - 1)).close();
      } catch (CorruptFileException e) {
        return WalFormat.mayBeUnfinished(e) ? segments.subList(0, count - 1) : segments;
      }
    }
    return segments;
  }

  private List<Path> segments(Path directory, boolean keepsOld) throws IOException {
    List<Path> segments = new ArrayList<>();
    for (Path file : fileSystem.list(directory)) {
      long number = WalFormat.number(file);
      if (number >= 0 && known.isBefore(number)) {
        findings.accept(
            keepsOld
                ? Finding.warning(
                    file,
                    "is not needed, and stays: a repair may have given it up when it was missing,"
                        + " and then its writes are in no table")
                : Finding.note(file, "is not needed any more, and goes with the next opening"));
      } else if (number >= 0) {
        segments.add(file);
      } else {
        findings.accept(Finding.note(file, "is no segment of the log, and is left alone"));
      }
    }
    return segments;
  }

  private void readAll(List<Path> files) throws IOException {
    for (int i = 0; i < files.size(); i++) {
      Path file = files.get(i);
      bytes += fileSystem.size(file);
      boolean last = i == files.size() - 1;
      try (FrameReader segment = open(file)) {
        read(file, segment, last ? -1 : lengthAccordingTo(files.get(i + 1), file));
      } catch (CorruptFileException e) {
        boolean wasUsed = WalFormat.number(file) <= known.lastSegment();
        if (last
            && !wasUsed
            && fileSystem.size(file) <= WalFormat.START_BYTES
            && WalFormat.mayBeUnfinished(e)) {
          findings.accept(Finding.note(file, "was never used: its creation was not finished"));
        } else {
          damaged(file, e);
        }
      } catch (IOException e) {
        findings.accept(Finding.of(file, e));
      }
    }
  }

  private void damaged(Path file, CorruptFileException found) {
    damage = damage == null ? found : damage;
    findings.accept(Finding.of(file, found));
  }

  private FrameReader open(Path file) throws IOException {
    CorruptFileException stranger = strangers.get(file);
    if (stranger != null) {
      throw stranger;
    }
    return WalFormat.open(fileSystem, file);
  }

  /** How long a segment must be; -1 when the one behind it does not tell. */
  private long lengthAccordingTo(Path next, Path file) {
    if (WalFormat.number(next) != WalFormat.number(file) + 1) {
      return -1; // the one between is missing, which is told
    }
    try (FrameReader following = open(next)) {
      return WalFormat.Header.of(following).previousBytes();
    } catch (IOException e) {
      return -1; // found again, and told, when its turn comes
    }
  }

  private void read(Path file, FrameReader segment, long length) throws IOException {
    WalFormat.Header header = WalFormat.Header.of(segment);
    if (header.number() != WalFormat.number(file)) {
      error(file, 0, header + " does not fit the name");
    }
    if (header.firstSequence() <= lastSequence) {
      error(file, 0, header + " follows sequence id " + lastSequence);
    }
    lastSequence = Math.max(lastSequence, header.firstSequence() - 1);
    if (length >= 0) {
      segment.expectEnd(length);
    }
    WalReplay.expectKnown(file, segment, known);
    while (segment.next()) {
      lastSequence = WalFormat.visit(file, segment, lastSequence, this::entry);
      entries++;
    }
    long behind = length >= 0 ? fileSystem.size(file) - length : 0;
    if (behind > 0) {
      findings.accept(
          new Finding(
              Finding.Severity.NOTE,
              file,
              length,
              behind
                  + " bytes behind the end that the next segment tells of are not read, as what a"
                  + " crash left"));
    }
    if (segment.tornBytes() > 0) {
      findings.accept(
          new Finding(
              Finding.Severity.NOTE,
              file,
              segment.position(),
              segment.tornBytes()
                  + " bytes that were never forced and are no whole entry: a crash cut them off"));
    }
  }

  private void entry(long sequence, long region, byte[] buffer, int offset, int length) {
    lastRegion = Math.max(lastRegion, region);
    if (!knownRegion.test(region)) {
      ofOthers++;
    }
  }

  private void error(Path file, long offset, String what) {
    findings.accept(Finding.error(file, offset, what));
  }
}
