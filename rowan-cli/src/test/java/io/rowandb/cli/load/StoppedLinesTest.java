package io.rowandb.cli.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.cli.source.SourceException;
import io.rowandb.client.Rowan;
import io.rowandb.client.store.SharedStore;
import io.rowandb.engine.Database;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a load says that was stopped while it merged, or that leaves something behind. */
class StoppedLinesTest {
  @TempDir private Path directory;
  private SmallLoad load;
  private Path lines;
  private SharedStore store;
  private Database database;
  private Path work;
  private long nanos;

  @BeforeEach
  void open() throws IOException {
    store = SharedStore.acquire(Rowan.configuration(directory.resolve("store").toString()));
    database = store.database();
    work = directory.resolve("work");
    lines = Files.writeString(directory.resolve("lines.tsv"), "a\t1\nb\t2\nc\t3\n");
    load = new SmallLoad(lines, work, /* newRegions= */ 1);
  }

  @AfterEach
  void close() throws IOException {
    store.close();
  }

  private boolean load(BooleanSupplier stopRequested, Executor executor) throws IOException {
    return load.run(database, stopRequested, () -> nanos, executor);
  }

  /** The table is made when merging begins. */
  private boolean isMerging() {
    return database.table(SmallLoad.TABLE) != null;
  }

  /** Sorts, and leaves what is to be merged until it is stopped. */
  private void sortOnly(Runnable task) {
    if (!isMerging()) {
      task.run();
    }
  }

  private void passHours(int hours) {
    nanos += TimeUnit.HOURS.toNanos(hours);
  }

  private boolean stopAfterAnHour() {
    if (isMerging()) {
      passHours(1);
    }
    return isMerging();
  }

  @Test
  void theReportHasTheTimeOfAllRuns() throws IOException {
    assertThat(load(this::stopAfterAnHour, this::sortOnly)).isFalse();
    assertThat(load(this::stopAfterAnHour, this::sortOnly)).isFalse();
    assertThat(load(() -> false, Runnable::run)).isTrue();
    assertThat(load.printed())
        .containsPattern("3 lines, 3 cells, in 120:00 min")
        .containsPattern("merging into 1 file of .* 120:00 min, making");
  }

  /** What was noted before it was killed counts. */
  @Tag("slow")
  @Test
  void theReportHasTheTimeOfAKilledRun() throws IOException {
    BooleanSupplier killedInTheThirdHour =
        () -> {
          if (isMerging()) {
            passHours(1);
          }
          if (nanos > TimeUnit.HOURS.toNanos(2)) {
            throw new IllegalStateException("killed");
          }
          return false;
        };
    assertThatThrownBy(() -> load(killedInTheThirdHour, this::sortOnly))
        .hasMessageContaining("killed");
    assertThat(load(() -> false, Runnable::run)).isTrue();
    assertThat(load.printed()).containsPattern("merging into 1 file of .* 120:00 min, making");
  }

  /** All rows are in the table: that is what was asked for. */
  @Test
  void aDirectoryThatCannotBeRemovedIsNoFailure() throws IOException {
    Path foreign = work.resolve("foreign");
    Executor leavingAFile =
        task -> {
          task.run();
          try {
            Files.write(foreign, new byte[1]);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        };
    assertThat(load(() -> false, leavingAFile)).isTrue();
    assertThat(load.printed())
        .contains("t: 3 lines, 3 cells")
        .contains("the working directory " + work + " could not be removed")
        .contains("is of no use any more: " + work + ": has foreign, which is not a sort's\n");
    assertThat(foreign).exists();
  }

  /** What was read of it is not read again, so its lines would be of two contents. */
  @ParameterizedTest
  @ValueSource(strings = {"a\t9\nb\t2\nc\t3\n", "a\t1\nb\t2\nc\t3\nd\t4\n"})
  void aLoadDoesNotGoOnWithAChangedFile(String changed) throws IOException {
    FileTime before = Files.getLastModifiedTime(lines);
    assertThat(load(this::stopAfterAnHour, this::sortOnly)).isFalse();
    Files.writeString(lines, changed);
    Files.setLastModifiedTime(lines, FileTime.from(before.toInstant().plusSeconds(1)));
    assertThatThrownBy(() -> load(() -> false, Runnable::run))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining(lines + " has changed since the load began that is in " + work)
        .hasMessageContaining("it had 12 bytes of " + before + ", and has " + changed.length());
    assertThat(load.printed()).doesNotContain("going on");
    Files.writeString(lines, "a\t1\nb\t2\nc\t3\n");
    Files.setLastModifiedTime(lines, before);
    assertThat(load(() -> false, Runnable::run)).isTrue();
    assertThat(load.printed()).contains("t: 3 lines, 3 cells");
  }
}
