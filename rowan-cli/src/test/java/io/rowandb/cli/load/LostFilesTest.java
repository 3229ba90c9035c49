package io.rowandb.cli.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.cli.source.SourceException;
import io.rowandb.client.Rowan;
import io.rowandb.client.store.SharedStore;
import io.rowandb.engine.Database;
import io.rowandb.engine.io.CorruptFileException;
import io.rowandb.engine.region.Region;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A load was killed when its files were sorted, and some are gone since, as if a cleaner of
 * temporary directories had come: only where the table lists them it is taken for done.
 */
class LostFilesTest {
  private static final int REGIONS = 3;

  @TempDir private Path directory;
  private Path work;
  private SmallLoad load;
  private SharedStore store;
  private Database database;

  @BeforeEach
  void open() throws IOException {
    work = directory.resolve("work");
    Path lines = directory.resolve("lines.tsv");
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 20_000; i++) {
      text.append("r").append(i * 7919 % 20_000).append('\t').append(i).append('\n');
    }
    Files.writeString(lines, text);
    load = new SmallLoad(lines, work, REGIONS);
    store = SharedStore.acquire(Rowan.configuration(directory.resolve("store").toString()));
    database = store.database();
  }

  @AfterEach
  void close() throws IOException {
    store.close();
  }

  private boolean load(LongSupplier nanoTime) throws IOException {
    return load.run(database, () -> false, nanoTime, Runnable::run);
  }

  private List<Path> sortedFiles() throws IOException {
    Path parent = work.resolve("files/f");
    if (!Files.exists(parent)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(parent)) {
      return files.sorted().toList();
    }
  }

  private List<Path> storeFiles() throws IOException {
    List<Path> all = new ArrayList<>();
    if (database.table(SmallLoad.TABLE) != null) {
      for (Region region : database.table(SmallLoad.TABLE).regions()) {
        database
            .upkeep()
            .storeFiles(region.info().encodedName())
            .values()
            .forEach(files -> all.addAll(files));
      }
    }
    return all;
  }

  private interface Moment {
    boolean hasCome() throws IOException;
  }

  private void killWhen(Moment moment) {
    LongSupplier killer =
        () -> {
          try {
            if (moment.hasCome()) {
              throw new IllegalStateException("killed");
            }
            return 0;
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        };
    assertThatThrownBy(() -> load(killer)).hasMessage("killed");
  }

  private void killWhenMerged() throws IOException {
    killWhen(() -> sortedFiles().size() == REGIONS);
    assertThat(storeFiles()).isEmpty();
  }

  /** Before that is noted. */
  private void killWhenTaken() throws IOException {
    killWhen(() -> storeFiles().size() == REGIONS);
    assertThat(sortedFiles()).hasSize(REGIONS);
  }

  /** As releases left it that deleted them before that was noted, or as a cleaner does. */
  private void killWhenTakenAndGone() throws IOException {
    killWhenTaken();
    for (Path file : sortedFiles()) {
      Files.delete(file);
    }
  }

  /** The table has them, and that is noted; a link keeps the load from removing anything. */
  private void stopBeforeRemoval() throws IOException {
    Path link = work.resolve("link");
    LongSupplier linker =
        () -> {
          try {
            if (storeFiles().size() == REGIONS && !Files.isSymbolicLink(link)) {
              Files.createSymbolicLink(link, directory);
            }
            return 0;
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        };
    assertThat(load(linker)).isTrue();
    assertThat(load.printed()).contains("the table has all rows, but the working directory");
    Files.delete(link);
    assertThat(sortedFiles()).hasSize(REGIONS);
  }

  private void damagedWithAWayOut(Path file, int length) throws IOException {
    try (FileChannel open = FileChannel.open(file, StandardOpenOption.WRITE)) {
      open.truncate(length);
    }
    assertThatThrownBy(() -> load(() -> 0))
        .isInstanceOf(CorruptFileException.class)
        .hasMessageContaining(file.toString())
        .hasMessageEndingWith(
            ". Look first whether table t has the rows already. Delete "
                + work
                + ", or give another --work, and the same command loads all lines again");
  }

  @Test
  void damageInTheWorkingDirectorySaysHowToGoOn() throws IOException {
    killWhenMerged();
    damagedWithAWayOut(sortedFiles().get(0), 100);
    damagedWithAWayOut(work.resolve("PROGRESS"), 50);
  }

  @Tag("slow")
  @Test
  void whatIsLeftInTheWorkingDirectoryIsNamed() throws IOException {
    killWhenMerged();
    Files.writeString(work.resolve("runs/f/mine"), "mine");
    assertThat(load(() -> 0)).isTrue();
    assertThat(load.printed())
        .contains(
            "is of no use any more: "
                + work.resolve("runs/f")
                + ": has mine, which is not a sort's\n");
  }

  private void nothingIsLoadedAgain() throws IOException {
    assertThat(load(() -> 0)).isTrue();
    assertThat(load.printed()).contains("the table got all rows in an earlier run");
    assertThat(storeFiles()).isEmpty();
    assertThat(work).doesNotExist();
  }

  @Test
  void rowsThatWereTruncatedSinceDoNotComeBack() throws IOException {
    stopBeforeRemoval();
    database.disableTable(SmallLoad.TABLE);
    database.truncateTable(SmallLoad.TABLE, /* preserveSplits= */ true);
    nothingIsLoadedAgain();
  }

  @Test
  void norDoesATableThatWasDroppedSince() throws IOException {
    stopBeforeRemoval();
    database.disableTable(SmallLoad.TABLE);
    database.deleteTable(SmallLoad.TABLE);
    nothingIsLoadedAgain();
    assertThat(database.table(SmallLoad.TABLE)).isNull();
  }

  @Test
  void norDoRowsWhoseRemovalWasStopped() throws IOException {
    stopBeforeRemoval();
    Files.delete(sortedFiles().get(1));
    database.disableTable(SmallLoad.TABLE);
    database.truncateTable(SmallLoad.TABLE, /* preserveSplits= */ true);
    nothingIsLoadedAgain();
  }

  @Test
  void linesThatCameSinceAreNotTakenForThoseThatTheTableHas() throws IOException {
    stopBeforeRemoval();
    Files.writeString(directory.resolve("lines.tsv"), "r\t1\n");
    assertThatThrownBy(() -> load(() -> 0))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("of which the table got all rows: it had ")
        .hasMessageContaining("Delete the directory");
    assertThat(storeFiles()).hasSize(REGIONS);
  }

  @Test
  void whatTheTableHasWithoutANoteIsNotLoadedAgain() throws IOException {
    killWhenTaken();
    assertThat(load(() -> 0)).isTrue();
    assertThat(load.printed()).contains("the table has the rows already");
    assertThat(storeFiles()).hasSize(REGIONS);
    assertThat(work).doesNotExist();
  }

  /** The hand-over is noted, and then the store cannot write where it is to take them. */
  private void failToLoad() throws IOException {
    Region first = database.table(SmallLoad.TABLE).regions().get(0);
    Path family =
        directory.resolve("store/data/default/t").resolve(first.info().encodedName()).resolve("f");
    Files.createDirectories(family.getParent());
    boolean made = Files.deleteIfExists(family);
    Files.writeString(family, "no directory");
    assertThatThrownBy(() -> load(() -> 0)).isInstanceOf(IOException.class);
    Files.delete(family);
    if (made) {
      Files.createDirectory(family);
    }
    assertThat(sortedFiles()).hasSize(REGIONS);
    assertThat(storeFiles()).isEmpty();
  }

  private void refusedWithoutTouchingAnything(Path gone, String count) throws IOException {
    List<Path> left = sortedFiles();
    List<Path> inTheTable = storeFiles();
    assertThatThrownBy(() -> load(() -> 0))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining(count + " of 3 sorted files are gone, as " + gone)
        .hasMessageContaining("Delete " + work + ", or give another --work");
    assertThat(load.printed()).doesNotContain("has the rows already");
    assertThat(sortedFiles()).isEqualTo(left);
    assertThat(storeFiles()).isEqualTo(inTheTable);
    assertThat(work.resolve("PROGRESS")).exists();
  }

  @Test
  void oneThatIsGoneDoesNotMeanThatTheTableHasTheRows() throws IOException {
    killWhenMerged();
    Path gone = sortedFiles().get(1);
    Files.delete(gone);
    refusedWithoutTouchingAnything(gone, "1");
  }

  @Test
  void norDoAllOfThemWhenTheTableWasNotGivenThem() throws IOException {
    killWhenMerged();
    List<Path> all = sortedFiles();
    for (Path file : all) {
      Files.delete(file);
    }
    refusedWithoutTouchingAnything(all.get(0), "3");
  }

  @Test
  void theRestOfThemLoadsWhenNoneIsGone() throws IOException {
    killWhenMerged();
    assertThat(load(() -> 0)).isTrue();
    assertThat(storeFiles()).hasSize(REGIONS);
    assertThat(work).doesNotExist();
  }

  @Test
  void allThatTheTableWasGivenAndThatAreGoneAreInIt() throws IOException {
    killWhenTakenAndGone();
    assertThat(load(() -> 0)).isTrue();
    assertThat(load.printed()).contains("the table has the rows already");
    assertThat(storeFiles()).hasSize(REGIONS);
    assertThat(work).doesNotExist();
  }

  /** The table says it, whether its files were linked or, from another disk, copied. */
  @Test
  void oneThatIsLeftIsKnownByWhatIsInIt() throws IOException {
    killWhenTakenAndGone();
    Files.copy(storeFiles().get(0), work.resolve("files/f").resolve("0".repeat(32)));
    assertThat(load(() -> 0)).isTrue();
    assertThat(load.printed()).contains("the table has the rows already");
    assertThat(storeFiles()).hasSize(REGIONS);
    assertThat(work).doesNotExist();
  }

  /** It was to take them, and did not, as when its disk was full. */
  @Test
  void allThatTheTableWasGivenAndNeverTookAreNotInIt() throws IOException {
    killWhenMerged();
    Path first = sortedFiles().get(0);
    failToLoad();
    for (Path file : sortedFiles()) {
      Files.delete(file);
    }
    refusedWithoutTouchingAnything(first, "3");
    assertThatThrownBy(() -> load(() -> 0)).hasMessageContaining("Look first whether it has");
  }

  @Test
  void whatTheTableDidNotTakeIsLoadedByTheSameCommand() throws IOException {
    killWhenMerged();
    failToLoad();
    assertThat(load(() -> 0)).isTrue();
    assertThat(load.printed())
        .contains("20,000 lines, 20,000 cells")
        .doesNotContain("the rows already");
    assertThat(storeFiles()).hasSize(REGIONS);
    assertThat(work).doesNotExist();
  }

  @Test
  void aTableThatWasTruncatedSinceHasNoneOfThem() throws IOException {
    killWhenTakenAndGone();
    database.disableTable(SmallLoad.TABLE);
    database.truncateTable(SmallLoad.TABLE, /* preserveSplits= */ true);
    refusedWithoutTouchingAnything(work.resolve("files/f").resolve("0".repeat(32)), "3");
  }

  @Test
  void aTableThatWasDroppedSinceIsNotMadeAgain() throws IOException {
    killWhenTakenAndGone();
    database.disableTable(SmallLoad.TABLE);
    database.deleteTable(SmallLoad.TABLE);
    refusedWithoutTouchingAnything(work.resolve("files/f").resolve("0".repeat(32)), "3");
    assertThat(database.table(SmallLoad.TABLE)).isNull();
  }

  /** What was compacted is not listed any more, just as what was truncated. */
  @Test
  void aTableThatListsSomeOfThemIsNotGuessedAt() throws IOException {
    killWhenTakenAndGone();
    Region first = database.table(SmallLoad.TABLE).regions().get(0);
    database.truncateRegion(first.info().encodedName());
    assertThatThrownBy(() -> load(() -> 0))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("has 2 of the 3 sorted files")
        .hasMessageContaining("Delete " + work + ", or give another --work");
    assertThat(work.resolve("PROGRESS")).exists();
  }
}
