package io.rowandb.engine.wal;

import io.rowandb.engine.io.CorruptFileException;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.io.Finding;
import io.rowandb.engine.io.FrameReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongPredicate;

/**
 * Reads the whole log as a recovery would, but goes on with the next segment where one is damaged.
 * Changes nothing. Used by one thread; memory is what two segments are read with.
 */
public final class WalCheck {
  /**
   * What there was.
   *
   * @param segments of the log
   * @param bytes of all segments
   * @param entries that could be read
   * @param lastSequence the highest sequence id met
   * @param lastRegion the highest region number met
   */
  public record Outcome(
      int segments, long bytes, long entries, long lastSequence, long lastRegion) {}

  // Fixed at construction.
  private final FileSystem fileSystem;
  private final LongPredicate knownRegion;
  private final Consumer<Finding> findings;

  // What was met so far.
  private long bytes;
  private long entries;
  private long lastSequence;
  private long lastRegion;
  private long strangers;

  private WalCheck(FileSystem fileSystem, LongPredicate knownRegion, Consumer<Finding> findings) {
    this.fileSystem = fileSystem;
    this.knownRegion = knownRegion;
    this.findings = findings;
  }

  /**
   * Checks the log.
   *
   * @param knownRegion whether there is a region of this number
   * @param findings gets what is found
   */
  public static Outcome check(
      FileSystem fileSystem,
      Path logDirectory,
      LongPredicate knownRegion,
      Consumer<Finding> findings)
      throws IOException {
    WalCheck check = new WalCheck(WalFormat.files(fileSystem), knownRegion, findings);
    List<Path> segments = check.segments(logDirectory);
    check.readAll(segments);
    if (check.strangers > 0) {
      findings.accept(
          Finding.note(
              logDirectory,
              check.strangers
                  + " entries are of regions that are no more; recovery passes over them"));
    }
    return new Outcome(
        segments.size(), check.bytes, check.entries, check.lastSequence, check.lastRegion);
  }

  private List<Path> segments(Path directory) throws IOException {
    List<Path> segments = new ArrayList<>();
    for (Path file : fileSystem.list(directory)) {
      if (WalFormat.number(file) >= 0) {
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
      if (i > 0 && WalFormat.number(file) != WalFormat.number(files.get(i - 1)) + 1) {
        error(file, 0, "the segment after " + files.get(i - 1).getFileName() + " is missing");
      }
      boolean last = i == files.size() - 1;
      try (FrameReader segment = open(file)) {
        read(file, segment, last ? -1 : lengthAccordingTo(files.get(i + 1)));
      } catch (CorruptFileException e) {
        if (last && fileSystem.size(file) <= WalFormat.START_BYTES) {
          findings.accept(Finding.note(file, "was never used: its creation was not finished"));
        } else {
          findings.accept(Finding.of(file, e));
        }
      } catch (IOException e) {
        findings.accept(Finding.of(file, e));
      }
    }
  }

  private FrameReader open(Path file) throws IOException {
    return FrameReader.open(fileSystem, file, WalFormat.MAGIC, WalFormat.VERSION);
  }

  /** How long the segment before this one must be; -1 when that cannot be told. */
  private long lengthAccordingTo(Path next) {
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
    while (segment.next()) {
      lastSequence = WalFormat.visit(file, segment, lastSequence, this::entry);
      entries++;
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
      strangers++;
    }
  }

  private void error(Path file, long offset, String what) {
    findings.accept(Finding.error(file, offset, what));
  }
}
