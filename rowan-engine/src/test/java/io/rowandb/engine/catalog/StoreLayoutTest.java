package io.rowandb.engine.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.io.LocalFileSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreLayoutTest {
  private static final FileSystem FILES = new LocalFileSystem();

  @TempDir private Path temporary;

  @Test
  void filesOfTheStoreAreKnownByEverySpellingOfTheirPath() throws IOException {
    Path root = temporary.resolve("a/store");
    Path file = root.resolve("data/f");
    Files.createDirectories(file.getParent());
    Files.createFile(file);
    Path outside = Files.createDirectory(temporary.resolve("outside"));
    Files.createSymbolicLink(outside.resolve("link"), root);
    Files.createSymbolicLink(outside.resolve("deep"), root.resolve("data"));
    StoreLayout layout = new StoreLayout(FILES, root);
    assertThat(layout.holds(FILES, file)).isTrue();
    assertThat(layout.holds(FILES, outside.resolve("link/data/f"))).isTrue();
    assertThat(layout.holds(FILES, outside.resolve("deep/../data/f"))).isTrue();
    assertThat(layout.holds(FILES, root.resolve("../store/data/f"))).isTrue();
    assertThat(layout.holds(FILES, outside.resolve("link/../f"))).isFalse();
    assertThat(layout.holds(FILES, outside.resolve("f"))).isFalse();
    assertThat(layout.holds(FILES, temporary.resolve("absent/f"))).isFalse();
  }
}
