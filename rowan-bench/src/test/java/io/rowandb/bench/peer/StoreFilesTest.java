package io.rowandb.bench.peer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreFilesTest {
  @TempDir private Path table;

  @Test
  void onlyFilesOfTheFamilyCount() throws IOException {
    Path family = Files.createDirectories(table.resolve("region").resolve("f"));
    Files.createDirectories(table.resolve("region").resolve(".tmp").resolve("f"));
    Path file = Files.write(family.resolve("0123"), new byte[10]);
    Files.write(table.resolve("region").resolve(".regioninfo"), new byte[10]);
    Files.write(table.resolve("region").resolve(".tmp").resolve("f").resolve("77"), new byte[1]);
    assertThat(StoreFiles.under(table)).containsExactly(file);
    assertThat(StoreFiles.bytesUnder(table)).isEqualTo(10);
    assertThat(StoreFiles.under(table.resolve("missing"))).isEmpty();
  }

  /** As a store that compacts while its files are counted. */
  @Test
  void filesThatComeAndGoAreNoFailure() throws Exception {
    Path family = Files.createDirectories(table.resolve("region").resolve("f"));
    Files.write(family.resolve("stays"), new byte[10]);
    AtomicBoolean ended = new AtomicBoolean();
    FutureTask<Integer> comingAndGoing =
        new FutureTask<>(
            () -> {
              int files = 0;
              for (; !ended.get(); files++) {
                Files.delete(Files.createFile(family.resolve(Integer.toString(files))));
              }
              return files;
            });
    new Thread(comingAndGoing, "coming-and-going").start();
    try {
      for (int i = 0; i < 2_000; i++) {
        assertThat(StoreFiles.under(table)).contains(family.resolve("stays"));
        assertThat(StoreFiles.bytesUnder(table)).isEqualTo(10);
      }
    } finally {
      ended.set(true);
    }
    assertThat(comingAndGoing.get()).as("files that were made and deleted").isPositive();
  }
}
