package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.putAt;
import static io.rowandb.engine.TestDatabase.scan;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.engine.io.FileCopy;
import io.rowandb.engine.io.HookedFileSystem;
import io.rowandb.engine.io.RandomReadFile;
import io.rowandb.engine.load.BulkLoad;
import io.rowandb.engine.load.BulkLoad.Source;
import io.rowandb.engine.load.BulkLoad.SourceFile;
import io.rowandb.engine.region.RefusedException;
import io.rowandb.engine.region.RefusedException.Reason;
import io.rowandb.engine.storefile.HandMadeFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a bulk load may not touch: files of the database, and those of who opens it next. */
@Timeout(60)
class BulkLoadLimitsTest extends RegroupedTable {
  @Test
  void filesOfTheDatabaseAreNotMovedOutOfIt() throws IOException {
    write(0, 10, "v");
    database.flush(TABLE);
    Path listed = database.upkeep().storeFiles(name(0)).get("a").get(0);
    BulkLoad move = load(new SourceFile("a", listed), Source.MOVE);
    assertRefused(Reason.BAD_REQUEST, "is inside the database", () -> database.bulkLoad(move));
    assertThat(files.exists(listed)).isTrue();
    database.bulkLoad(load(new SourceFile("a", listed), Source.COPY));
    assertThat(scan(database)).isEqualTo(cells(0, 10, "v"));
    reopen();
    assertThat(scan(database)).isEqualTo(cells(0, 10, "v"));
  }

  @ParameterizedTest
  @CsvSource({"MOVE", "GIVE"})
  void norAreThoseOfAnotherStoreOrABackup(Source source) throws IOException {
    write(0, 10, "v");
    database.flush(TABLE);
    Path listed = database.upkeep().storeFiles(name(0)).get("a").get(0);
    Path backup = Path.of("/backup");
    database.backup(backup, /* copyFiles= */ true);
    Path saved = backup.resolve(options().build().directory().relativize(listed));
    BulkLoad load = load(new SourceFile("a", saved), source);
    assertRefused(
        Reason.BAD_REQUEST,
        "is inside the store or backup /backup, which a load would take the files from. Copy them",
        () -> database.bulkLoad(load));
    assertThat(files.exists(saved)).isTrue();
    Path copied = Path.of("/import/a/copied");
    files.createDirectories(copied.getParent());
    try (RandomReadFile open = files.open(saved)) {
      FileCopy.copy(open, open.size(), files, copied);
    }
    assertThat(database.bulkLoad(load(new SourceFile("a", copied), source)).files()).isOne();
    assertThat(files.exists(copied)).isEqualTo(source == Source.GIVE);
    assertThat(scan(database)).isEqualTo(cells(0, 10, "v"));
  }

  @Test
  void closingWaitsForALoadAndNothingIsTouchedLater() throws Exception {
    database.close();
    HookedFileSystem hooked = new HookedFileSystem(files);
    Database closing = Database.open(options(hooked).build());
    Path source =
        HandMadeFile.write(
            files, Path.of("/import/a"), "a", List.of(putAt(1, row(1), "a:q=v", "b:q=v")));
    CountDownLatch staging = new CountDownLatch(1);
    AtomicBoolean discarded = new AtomicBoolean();
    AtomicInteger tooLate = new AtomicInteger();
    hooked.hook(
        (operation, path) -> {
          if (discarded.get()) {
            tooLate.incrementAndGet();
          }
          if (operation.equals("create") && staging.getCount() > 0) {
            staging.countDown();
            awaitClosed(closing);
          }
        });
    ExecutorService other = Executors.newSingleThreadExecutor();
    try {
      BulkLoad copy = load(new SourceFile("a", source), Source.COPY);
      Future<?> loading = other.submit(() -> closing.bulkLoad(copy));
      staging.await();
      closing.discard();
      discarded.set(true);
      assertThatThrownBy(loading::get)
          .hasCauseInstanceOf(RefusedException.class)
          .hasMessageContaining("is closed");
      assertThat(tooLate).as("changes of the disk after closing").hasValue(0);
    } finally {
      other.shutdownNow();
    }
    database = Database.open(options().build());
    assertThat(database.stats().orphanFiles()).isZero();
    assertThat(scan(database)).isEmpty();
  }

  private static void awaitClosed(Database database) {
    boolean open = true;
    while (open) {
      try {
        database.upkeep().dropWaitingCompactions();
        Thread.onSpinWait();
      } catch (IOException e) {
        open = false;
      }
    }
  }

  private BulkLoad load(SourceFile source, Source what) {
    return new BulkLoad(TABLE, null, List.of(source), files, what, true);
  }
}
