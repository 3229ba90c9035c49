package io.rowandb.bench.peer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
    assertThat(StoreFiles.under(table.resolve("missing"))).isEmpty();
  }
}
