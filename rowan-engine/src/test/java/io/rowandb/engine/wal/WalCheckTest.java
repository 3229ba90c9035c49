package io.rowandb.engine.wal;

import static io.rowandb.engine.wal.LogFixture.DIRECTORY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.engine.cell.Durability;
import io.rowandb.engine.io.CorruptFileException;
import io.rowandb.engine.io.CrashFileSystem;
import io.rowandb.engine.io.Finding;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is wrong with a log is found, and hides nothing of its other segments. */
class WalCheckTest {
  private static final int SEGMENTS = 3;
  private static final int ENTRIES = 4;

  private final CrashFileSystem disk = new CrashFileSystem();
  private final List<Finding> findings = new ArrayList<>();

  @BeforeEach
  void writeSegments() throws IOException {
    disk.createDirectories(DIRECTORY);
    try (Wal wal = LogFixture.open(disk)) {
      for (int segment = 0; segment < SEGMENTS; segment++) {
        for (int i = 0; i < ENTRIES; i++) {
          LogFixture.write(wal, "r" + i, Durability.FSYNC_WAL);
        }
        wal.roll();
      }
    }
  }

  @Test
  void findsNothingInAWholeLog() throws IOException {
    WalCheck.Outcome outcome = check();
    assertThat(findings).isEmpty();
    assertThat(outcome.segments()).isEqualTo(segments().size()).isGreaterThanOrEqualTo(SEGMENTS);
    assertThat(outcome.entries()).isEqualTo(SEGMENTS * ENTRIES);
    assertThat(outcome.lastRegion()).isEqualTo(1);
    assertThat(outcome.lastSequence()).isEqualTo(SEGMENTS * ENTRIES);
  }

  @Test
  void goesOnBehindADamagedSegment() throws IOException {
    disk.flip(segments().get(0), WalFormat.START_BYTES + 70, 1);
    disk.flip(segments().get(1), 2, 1);
    WalCheck.Outcome outcome = check();
    assertThat(findings)
        .extracting(finding -> finding.file().getFileName().toString())
        .containsExactly("000000000001.log", "000000000002.log");
    assertThat(findings).allMatch(Finding::isFault);
    assertThat(findings.get(0).offset()).isGreaterThan(WalFormat.START_BYTES - 1);
    assertThat(outcome.entries()).as("with those of the last segment").isGreaterThan(ENTRIES);
  }

  @Test
  void findsEveryFlippedByte() throws IOException {
    for (Path segment : segments()) {
      int length = disk.get(segment).length;
      for (int at = 0; at < length; at++) {
        disk.flip(segment, at, 4);
        findings.clear();
        check();
        assertThat(findings).as("byte %d of %s", at, segment).isNotEmpty();
        disk.flip(segment, at, 4);
      }
    }
  }

  @Test
  void findsAMissingSegment() throws IOException {
    Path missing = segments().get(1);
    disk.delete(missing);
    WalCheck.Outcome outcome = check();
    assertThat(findings).hasSize(1);
    assertThat(findings.get(0).file()).isEqualTo(missing);
    assertThat(findings.get(0).what()).contains("is missing");
    assertThat(outcome.entries()).isEqualTo((SEGMENTS - 1) * ENTRIES);
  }

  @Test
  void notesATornEndAndRegionsThatAreNoMore() throws IOException {
    Path last = segments().get(segments().size() - 1);
    byte[] whole = disk.get(last);
    disk.put(last, Arrays.copyOf(whole, whole.length + 5));
    WalCheck.check(disk, DIRECTORY, WalExtent.UNKNOWN, false, region -> false, findings::add);
    assertThat(findings).noneMatch(Finding::isFault);
    assertThat(findings.get(0).offset()).isEqualTo(whole.length);
    assertThat(findings.get(0).what()).contains("5 bytes that were never forced");
    assertThat(findings.get(1).what()).startsWith(SEGMENTS * ENTRIES + " entries");
  }

  private List<Path> segments() {
    return disk.list(DIRECTORY);
  }

  private WalCheck.Outcome check() throws IOException {
    return WalCheck.check(
        disk, DIRECTORY, WalExtent.UNKNOWN, false, region -> region == 1, findings::add);
  }

  /** None of the segments is there that are known, and the next one has just begun. */
  @Test
  void givesUpAllSegmentsThatAreKnownWhenOneThatBeganIsThere() throws IOException {
    for (Path segment : segments().subList(0, 2)) {
      disk.delete(segment);
    }
    Path begun = segments().get(0);
    disk.put(begun, Arrays.copyOf(disk.get(begun), WalFormat.START_BYTES));
    for (Path later : segments().subList(1, segments().size())) {
      disk.delete(later);
    }
    WalExtent known = WalExtent.of(1, 1, WalFormat.START_BYTES, 7);
    assertThat(WalCheck.withoutMissing(disk, DIRECTORY, known)).isEqualTo(WalExtent.none(3));
  }

  /** A log that is newer than what was noted of it, or another's. */
  @Test
  void givesUpNothingForSegmentsThatAreNotKnown() throws IOException {
    for (Path segment : segments().subList(0, 2)) {
      disk.delete(segment);
    }
    Path first = segments().get(0);
    WalExtent known = WalExtent.of(1, 1, WalFormat.START_BYTES, 7);
    assertThatThrownBy(() -> WalCheck.withoutMissing(disk, DIRECTORY, known))
        .isInstanceOf(CorruptFileException.class)
        .hasMessageContaining("the manifest does not know this segment");
    WalCheck.Outcome outcome =
        WalCheck.check(disk, DIRECTORY, known, false, region -> true, findings::add);
    assertThat(outcome.hasUnnoted()).isTrue();
    assertThat(outcome.entries()).isZero();
    assertThat(findings).anyMatch(it -> it.isFault() && it.file().equals(first));
  }
}
