package io.rowandb.engine.bulk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.engine.bulk.BulkSort.SortedFile;
import io.rowandb.engine.bulk.SortProgress.NotedFile;
import io.rowandb.engine.cell.CellCodec;
import io.rowandb.engine.cell.CellType;
import io.rowandb.engine.io.CorruptFileException;
import io.rowandb.engine.io.LocalFileSystem;
import io.rowandb.engine.storefile.StoreFileOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is in the directory of a sort and is not the sort's, on a disk that has links. */
class SortStrangersTest {
  private static final LocalFileSystem DISK = new LocalFileSystem();

  @TempDir private Path parent;
  private Path directory;

  /** Somebody's own, with names that a sort gives too. */
  private Path elsewhere;

  @BeforeEach
  void makeElsewhere() throws IOException {
    directory = parent.resolve("sort");
    elsewhere = Files.createDirectory(parent.resolve("elsewhere"));
    Files.createDirectory(elsewhere.resolve("a"));
    for (Path place : List.of(elsewhere, elsewhere.resolve("a"))) {
      Files.writeString(place.resolve("letter"), "precious");
      Files.writeString(place.resolve("0".repeat(32)), "precious");
      Files.writeString(place.resolve(RunName.added(1)), "precious");
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private BulkSort open() throws IOException {
    BulkSortOptions options =
        new BulkSortOptions(Map.of("a", StoreFileOptions.DEFAULT), 1 << 20, 1 << 20, 1_000);
    return BulkSort.open(DISK, directory, options, Runnable::run);
  }

  private static void spill(BulkSort sort) throws IOException {
    sort.add(CellCodec.cell(bytes("row"), bytes("a"), bytes("q"), 1, CellType.PUT, bytes("v"), 0));
    sort.spill(bytes("1"));
  }

  private static List<SortedFile> merge(BulkSort sort) throws IOException {
    return sort.merge(List.of(bytes("s")), () -> true);
  }

  /** All files below a directory with what they hold. */
  private static Map<String, String> contents(Path root) throws IOException {
    Map<String, String> contents = new TreeMap<>();
    try (Stream<Path> paths = Files.walk(root)) {
      for (Path path : paths.toList()) {
        if (Files.isRegularFile(path)) {
          contents.put(
              root.relativize(path).toString(),
              Files.readString(path, StandardCharsets.ISO_8859_1));
        }
      }
    }
    return contents;
  }

  /** Moves something of the sort out of its directory, and leads there. */
  private Path replaceByALink(String name) throws IOException {
    Path path = directory.resolve(name);
    Path target = elsewhere;
    if (Files.isRegularFile(path)) {
      target = Files.move(path, elsewhere.resolve("moved"));
    } else if (Files.exists(path)) {
      Files.move(path, parent.resolve("moved"));
    }
    return Files.createSymbolicLink(path, target);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "LOCK",
        "PROGRESS",
        "PROGRESS.new",
        "other",
        "runs",
        "runs/a",
        "runs/a/letter",
        "files",
        "files/a",
        "files/a/00000000000000000000000000000000",
        "files/b",
      })
  void noLinkIsFollowedOutOfTheDirectory(String name) throws IOException {
    try (BulkSort sort = open()) {
      spill(sort);
      merge(sort);
    }
    Path link = replaceByALink(name);
    Map<String, String> before = contents(parent);
    assertThatThrownBy(this::open)
        .isInstanceOf(CorruptFileException.class)
        .hasMessageContaining(link.toString())
        .hasMessageContaining("is a symbolic link, which is not followed");
    assertThat(link).isSymbolicLink();
    assertThat(contents(parent)).isEqualTo(before);
  }

  @Test
  void aLinkThatCameMeanwhileIsNotFollowedWhenTheDirectoryGoes() throws IOException {
    try (BulkSort sort = open()) {
      spill(sort);
      merge(sort);
      Path link = replaceByALink("runs/a");
      Map<String, String> before = contents(parent);
      assertThatThrownBy(sort::remove)
          .isInstanceOf(CorruptFileException.class)
          .hasMessageContaining(link + " at offset 0: is a symbolic link");
      assertThat(contents(parent)).isEqualTo(before);
    }
  }

  @Test
  void aPipeIsNotWaitedFor() throws IOException, InterruptedException {
    try (BulkSort sort = open()) {
      spill(sort);
    }
    Path pipe = directory.resolve("PROGRESS");
    Files.delete(pipe);
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    assertThatThrownBy(this::open).hasMessageContaining(pipe + " at offset 0: is a pipe");
  }

  /** It may be a disk with more room. */
  @Test
  void theNameOfTheDirectoryMayBeALinkThatStays() throws IOException {
    Path real = Files.createDirectory(parent.resolve("real"));
    Files.createSymbolicLink(directory, real);
    try (BulkSort sort = open()) {
      spill(sort);
      assertThat(merge(sort)).hasSize(1);
      assertThat(real.resolve("files")).isDirectory();
      sort.remove();
    }
    assertThat(directory).isSymbolicLink();
    assertThat(real).isEmptyDirectory();
  }

  /** Opening removes what a crash left, of which it knows the names, and nothing else. */
  @Test
  void whatHasNoNameOfASortIsNotDeleted() throws IOException {
    try (BulkSort sort = open()) {
      spill(sort);
    }
    List<Path> own =
        List.of(
            directory.resolve("runs/a").resolve(RunName.added(9)),
            directory.resolve("files/a").resolve(PartedFiles.name(7, 1)));
    List<Path> others =
        List.of(
            directory.resolve("runs/a/letter"),
            directory.resolve("runs/a").resolve("0".repeat(32)),
            directory.resolve("files/a/letter"),
            directory.resolve("files/a").resolve(RunName.added(9)));
    for (Path path : own) {
      Files.writeString(path, "half of a file");
    }
    for (Path path : others) {
      Files.writeString(path, "precious");
    }
    try (BulkSort sort = open()) {
      assertThat(own).noneMatch(Files::exists);
      merge(sort);
      assertThatThrownBy(sort::remove).isInstanceOf(FileSystemException.class);
    }
    assertThat(others).allSatisfy(path -> assertThat(path).hasContent("precious"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"LOCK", "PROGRESS.new", "runs", "letter"})
  void aDirectoryWithoutTheMarkOfASortStaysAsItIs(String name) throws IOException {
    Files.createDirectory(directory);
    Path other = Files.writeString(directory.resolve(name), "precious\n");
    assertThatThrownBy(this::open)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("deletes nothing of others: " + directory + " has " + name);
    assertThat(contents(directory)).isEqualTo(Map.of(name, "precious\n"));
    assertThat(other).isRegularFile();
  }

  @Test
  void aMarkOfAnotherFormIsNone() throws IOException {
    Files.createDirectory(directory);
    Files.writeString(directory.resolve("PROGRESS"), "precious, and longer than any prefix is\n");
    Files.writeString(directory.resolve("LOCK"), "precious\n");
    Map<String, String> before = contents(directory);
    assertThatThrownBy(this::open).hasMessageContaining("PROGRESS");
    assertThat(contents(directory)).isEqualTo(before);
  }

  /** Nothing else is in the directory until the mark is. */
  @ParameterizedTest
  @ValueSource(strings = {"", "ROWA", "ROWANSRT", "ROWAN\0\0\0\0\0", "\0\0\0\0"})
  void aMarkThatPowerLossCutOffIsMadeAgain(String left) throws IOException {
    Files.createDirectory(directory);
    Files.writeString(directory.resolve("PROGRESS.new"), left);
    try (BulkSort sort = open()) {
      spill(sort);
      merge(sort);
      sort.remove();
    }
    assertThat(directory).doesNotExist();
  }

  /** Its run would be deleted when it was merged. */
  @Test
  void aMarkThatNamesWhatNoSortNamesIsDamaged() throws IOException {
    try (BulkSort sort = open()) {
      spill(sort);
    }
    SortProgress noted = SortProgress.read(DISK, directory);
    noted
        .spilled(bytes("2"), Map.of("a", new NotedFile("letter", new FileDigest(8, ""))))
        .write(DISK, directory);
    assertThatThrownBy(this::open)
        .isInstanceOf(CorruptFileException.class)
        .hasMessageContaining("\"letter\" is not the name of a");
  }
}
