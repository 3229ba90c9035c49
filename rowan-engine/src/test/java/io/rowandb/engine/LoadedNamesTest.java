package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.family;
import static io.rowandb.engine.TestDatabase.putAt;
import static io.rowandb.engine.TestDatabase.scan;
import static io.rowandb.engine.TestDatabase.table;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.io.DelegatingFileSystem;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.io.LocalFileSystem;
import io.rowandb.engine.io.RandomReadFile;
import io.rowandb.engine.load.BulkLoad;
import io.rowandb.engine.load.BulkLoad.Source;
import io.rowandb.engine.load.BulkLoad.SourceFile;
import io.rowandb.engine.settings.DatabaseOptions;
import io.rowandb.engine.storefile.HandMadeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Files that are moved into a table, on a disk whose files can have several names. */
@DisabledOnOs(OS.WINDOWS)
class LoadedNamesTest {
  private static final LocalFileSystem FILES = new LocalFileSystem();

  @TempDir private Path directory;
  private Path source;
  private Database database;

  @BeforeEach
  void open() throws IOException {
    database =
        Database.open(
            DatabaseOptions.builder(directory.resolve("store"))
                .fileSystem(FILES)
                .clock(new ManualClock())
                .backgroundThreads(0)
                .build());
    database.createTable(table(TABLE, family("f")), List.of());
    source = Files.createDirectories(directory.resolve("import/f")).resolve("file");
    HandMadeFile.write(FILES, source, "f", List.of(putAt(1, "r", "f:q=v")));
  }

  @AfterEach
  void close() throws IOException {
    database.close();
  }

  private Path load() throws IOException {
    List<SourceFile> files = List.of(new SourceFile("f", source));
    database.bulkLoad(new BulkLoad(TABLE, null, files, FILES, Source.MOVE, true));
    assertThat(source).as("it is moved").doesNotExist();
    try (Stream<Path> all = Files.walk(directory.resolve("store/data"))) {
      List<Path> found = all.filter(Files::isRegularFile).toList();
      assertThat(found).hasSize(1);
      return found.get(0);
    }
  }

  @Test
  void aFileWithOneNameIsMovedWithoutACopy() throws IOException {
    Object file = Files.getAttribute(source, "unix:ino");
    assertThat(Files.getAttribute(load(), "unix:ino")).isEqualTo(file);
    assertThat(scan(database)).hasSize(1);
  }

  /** A job may have put its next file there meanwhile. */
  @Test
  void aFileThatCameToTheNameStays() throws IOException {
    Path next = directory.resolve("next");
    HandMadeFile.write(FILES, next, "f", List.of(putAt(1, "other", "f:q=v")));
    FileSystem replacing =
        new DelegatingFileSystem(FILES) {
          @Override
          public void delete(Path path) throws IOException {
            throw new AssertionError("deleted: " + path);
          }

          @Override
          public RandomReadFile open(Path file) throws IOException {
            RandomReadFile opened = super.open(file);
            Files.move(next, source, StandardCopyOption.REPLACE_EXISTING);
            return opened;
          }
        };
    List<SourceFile> files = List.of(new SourceFile("f", source));
    database.bulkLoad(new BulkLoad(TABLE, null, files, replacing, Source.MOVE, true));
    assertThat(source).exists();
    assertThat(scan(database)).hasSize(1).allMatch(cell -> cell.startsWith("r/"));
  }

  /** Whoever has another name of the file could change the table by it. */
  @Test
  void aFileWithAnotherNameIsCopied() throws IOException {
    Path other = Files.createLink(directory.resolve("other"), source);
    Path loaded = load();
    assertThat(Files.getAttribute(loaded, "unix:nlink")).isEqualTo(1);
    Files.write(other, new byte[(int) Files.size(other)]);
    database.compact(TABLE, "f", true);
    assertThat(scan(database)).hasSize(1);
  }
}
