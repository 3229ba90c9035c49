package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.scan;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.care.DatabaseCheck;
import io.rowandb.engine.care.StoreBackup;
import io.rowandb.engine.io.Finding;
import io.rowandb.engine.io.HookedFileSystem;
import io.rowandb.engine.io.LocalFileSystem;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two copies of a store to one target: whoever is late does no harm to the other. */
class TwoCopiesTest {
  /**
   * Of one copy the directory is removed, as of one that hangs, and another begins in its place and
   * stops before its last step. The first goes on from the change at which it was stopped.
   */
  @Tag("slow")
  @ParameterizedTest
  @CsvSource({
    "create, data, true",
    "create, log, true",
    "createDirectories, log, true",
    "create, MANIFEST.new, true",
    "rename, TABLES, true",
    "rename, copy, true",
    "delete, data, false",
    "delete, PARTIAL, true",
    "delete, LOCK, false"
  })
  void aCopyThatLostItsDirectoryDoesNoHarmToTheNextOne(
      String operation, String at, boolean succeeds, @TempDir Path directory) throws Exception {
    Path store = directory.resolve("store");
    TwoCopies copies = new TwoCopies(store, directory.resolve("copy"), operation, at);
    try (Database database = StoreBackupTest.open(new LocalFileSystem(), store)) {
      StoreBackupTest.fill(database);
      copies.run();
    }
    assertThat(copies.swapped).isTrue();
    assertThat(copies.first).isInstanceOf(FileSystemException.class);
    if (!operation.equals("delete")) { // then the first failed before
      assertThat(copies.first)
          .hasMessageContainingAll("copy.partial", "removed or moved", "deletes nothing there");
    }
    if (succeeds) {
      assertThat(copies.second).isNull();
      assertWholeCopy(copies.target);
    } else {
      assertThat(copies.second).isInstanceOf(FileSystemException.class);
      assertThat(copies.target).doesNotExist();
    }
  }

  private static void assertWholeCopy(Path target) throws Exception {
    List<Finding> findings = new ArrayList<>();
    DatabaseCheck.run(new LocalFileSystem(), target, findings::add);
    assertThat(findings)
        .as("but for a name more, which the late change made")
        .noneMatch(finding -> finding.severity() == Finding.Severity.ERROR);
    try (Database copy = StoreBackupTest.open(new LocalFileSystem(), target)) {
      assertThat(scan(copy)).hasSize(6);
    }
  }

  /**
   * Two copies to one target; the second waits before its last renaming for the first one's end.
   */
  private static final class TwoCopies {
    private final Path store;
    private final Path target;
    private final Path partial;
    private final String operation;
    private final Path at;
    private final CountDownLatch waiting = new CountDownLatch(1);
    private final CountDownLatch firstHasEnded = new CountDownLatch(1);
    private final Thread other = new Thread(() -> second = copy(this::holdUp), "second copy");
    private boolean swapped;
    private volatile Exception first;
    private volatile Exception second;

    TwoCopies(Path store, Path target, String operation, String at) {
      this.store = store;
      this.target = target;
      this.partial = target.resolveSibling(target.getFileName() + ".partial");
      this.operation = operation;
      this.at = at.equals("copy") ? target : partial.resolve(at);
    }

    void run() throws InterruptedException {
      first = copy(this::swap);
      firstHasEnded.countDown();
      other.join();
    }

    private Exception copy(HookedFileSystem.Hook hook) {
      HookedFileSystem files = new HookedFileSystem(new LocalFileSystem());
      files.hook(hook);
      try {
        StoreBackup.run(files, store, target, true);
        return null;
      } catch (IOException | RuntimeException e) {
        waiting.countDown();
        return e;
      }
    }

    private void swap(String changes, Path path) throws IOException {
      if (swapped) {
        return;
      }
      if (changes.equals(operation) && path.startsWith(at)) {
        swapped = true;
        removeAll(partial);
        other.start();
        await(waiting);
      } else if (operation.equals("delete") && changes.equals("create") && isLog(path)) {
        throw new FileSystemException(path.toString(), null, "cannot be made: what is there goes");
      }
    }

    private boolean isLog(Path path) {
      return path.startsWith(partial.resolve("log"));
    }

    private void holdUp(String changes, Path path) {
      if (changes.equals("rename") && path.equals(target)) {
        waiting.countDown();
        await(firstHasEnded);
      }
    }

    private static void await(CountDownLatch latch) {
      try {
        assertThat(latch.await(1, TimeUnit.MINUTES)).isTrue();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }

    private static void removeAll(Path top) throws IOException {
      try (Stream<Path> all = Files.walk(top)) {
        for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
    }
  }
}
