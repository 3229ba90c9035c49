package io.rowandb.cli.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.client.Rowan;
import io.rowandb.client.store.SharedStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How many regions a load makes of what {@code --create} asks for, and what it says of them. */
class RegionsOfNewTableTest {
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

  private String load(String content, int newRegions) throws IOException {
    Path lines = Files.writeString(directory.resolve("lines.tsv"), content);
    SmallLoad load = new SmallLoad(lines, directory.resolve("work"), newRegions);
    assertThat(load.run(store.database(), () -> false, () -> 0, Runnable::run)).isTrue();
    return load.printed();
  }

  private int regions() {
    return store.database().table(SmallLoad.TABLE).regions().size();
  }

  /** As with a file of HBase's ImportTsv, no row is no failure. */
  @ParameterizedTest
  @CsvSource({"'', 0 lines", "'a\tv\n', 1 line", "'a\tv\nb\tv\nc\tv\nd\tv\n', 4 lines"})
  void fewerThanWereAskedForAreNamed(String content, String lines) throws IOException {
    assertThat(load(content, /* newRegions= */ 4))
        .contains("table t gets 1 region instead of the 4 of --create: ")
        .contains("it is divided by its rows, which are too few (" + lines + ")\n");
    assertThat(regions()).isEqualTo(1);
  }

  @Test
  void asManyAsWereAskedForAreNotTalkedOf() throws IOException {
    String large = "v".repeat(10_000);
    String lines =
        IntStream.range(100, 200)
            .mapToObj(i -> i + "\t" + large + "\n")
            .collect(Collectors.joining());
    assertThat(load(lines, /* newRegions= */ 4)).doesNotContain("region");
    assertThat(regions()).isEqualTo(4);
  }

  @Test
  void oneIsWhatWasAskedFor() throws IOException {
    assertThat(load("", /* newRegions= */ 1)).doesNotContain("region");
    assertThat(regions()).isEqualTo(1);
  }
}
