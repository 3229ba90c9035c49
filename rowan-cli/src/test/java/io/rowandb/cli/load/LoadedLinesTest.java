package io.rowandb.cli.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.client.Rowan;
import io.rowandb.client.store.SharedStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A load counts its lines, and says so: several may be of one row. */
class LoadedLinesTest {
  @TempDir private Path directory;
  private SharedStore store;

  @BeforeEach
  void open() throws IOException {
    store = SharedStore.acquire(Rowan.configuration(directory.resolve("store").toString()));
  }

  @AfterEach
  void close() throws IOException {
    store.close();
  }

  private String load(String content, String columns, String... indexes) throws IOException {
    Path lines = Files.writeString(directory.resolve("lines.tsv"), content);
    SmallLoad load =
        new SmallLoad(lines, directory.resolve("work"), /* newRegions= */ 1, columns, indexes);
    assertThat(load.run(store.database(), () -> false, () -> 0, Runnable::run)).isTrue();
    return load.printed();
  }

  @Test
  void linesOfOneKeyAreSoManyLines() throws IOException {
    assertThat(load("b\t1\na\t1\na\t2\na\t3\n", "f:v")).contains("t: 4 lines, 4 cells, in");
  }

  @Test
  void cellsOfAnIndexAreCells() throws IOException {
    assertThat(load("a\t1\nb\t1\nc\t2\n", "f:v", "i=f:v")).contains("t: 3 lines, 6 cells, in");
  }

  @Test
  void whatIsReadAndSortedAreLines() throws IOException {
    assertThat(load("a\t1\na\t2\n", "f:v"))
        .contains("sorting: 100%, 2 lines, ", "merging: 100%, 2 lines, ");
  }
}
