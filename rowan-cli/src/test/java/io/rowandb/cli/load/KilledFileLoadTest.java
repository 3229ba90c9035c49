package io.rowandb.cli.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.client.Rowan;
import io.rowandb.client.store.SharedStore;
import io.rowandb.engine.Database;
import io.rowandb.engine.region.Region;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A load that was killed when the table had its files and its working directory was still whole:
 * the same command finds that out, and does not load them twice.
 */
class KilledFileLoadTest {
  @TempDir private Path directory;
  private SmallLoad load;
  private Path work;
  private Path kept;
  private Path lines;

  @BeforeEach
  void writeLines() throws IOException {
    work = directory.resolve("work");
    kept = directory.resolve("kept");
    lines = directory.resolve("lines.tsv");
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 20_000; i++) {
      text.append("r").append(i * 7919 % 20_000).append('\t').append(i).append('\n');
    }
    Files.writeString(lines, text);
    load = new SmallLoad(lines, work, /* newRegions= */ 3);
  }

  private boolean load(Database database, LongSupplier nanoTime) throws IOException {
    return load.run(database, () -> false, nanoTime, Runnable::run);
  }

  /** Keeps a copy of the working directory as soon as all files in it are finished. */
  private long keepFinished() {
    try {
      if (Files.exists(work.resolve("files")) && !Files.exists(kept)) {
        try (Stream<Path> files = Files.walk(work)) {
          List<Path> all = files.toList();
          if (all.stream().filter(path -> path.startsWith(work.resolve("files/f/"))).count() > 3) {
            for (Path path : all) {
              Path copy = kept.resolve(work.relativize(path));
              Files.copy(path, copy);
            }
          }
        }
      }
      return 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** As loading leaves it before it deletes what it has loaded: one file with two names. */
  private void linkKept(Set<String> loaded) throws IOException {
    try (Stream<Path> files = Files.list(kept.resolve("files/f"))) {
      for (Path file : files.toList()) {
        Path same = sameBytes(file, loaded);
        Files.delete(file);
        Files.createLink(file, same);
      }
    }
  }

  private static Path sameBytes(Path file, Set<String> loaded) throws IOException {
    for (String of : loaded) {
      if (Files.mismatch(file, Path.of(of)) < 0) {
        return Path.of(of);
      }
    }
    throw new AssertionError("The table has not " + file);
  }

  private static Set<String> storeFiles(Database database) throws IOException {
    Set<String> names = new TreeSet<>();
    for (Region region : database.table(SmallLoad.TABLE).regions()) {
      for (List<Path> files : database.upkeep().storeFiles(region.info().encodedName()).values()) {
        files.forEach(file -> names.add(file.toString()));
      }
    }
    return names;
  }

  @Test
  void whatTheTableHasIsNotLoadedAgain() throws IOException {
    try (SharedStore store =
        SharedStore.acquire(Rowan.configuration(directory.resolve("store").toString()))) {
      Database database = store.database();
      assertThat(load(database, this::keepFinished)).isTrue();
      Set<String> loaded = storeFiles(database);
      assertThat(loaded).hasSize(3);
      assertThat(work).doesNotExist();
      linkKept(loaded);
      Files.move(kept, work);
      assertThat(load(database, () -> 0)).isTrue();
      assertThat(load.printed()).contains("the table has the rows already");
      assertThat(storeFiles(database)).isEqualTo(loaded);
      assertThat(work).doesNotExist();
    }
  }
}
