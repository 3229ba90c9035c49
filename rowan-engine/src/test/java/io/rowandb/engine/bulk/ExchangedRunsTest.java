package io.rowandb.engine.bulk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.engine.cell.CellCodec;
import io.rowandb.engine.cell.CellType;
import io.rowandb.engine.io.ByteWriter;
import io.rowandb.engine.io.CorruptFileException;
import io.rowandb.engine.io.LocalFileSystem;
import io.rowandb.engine.io.WholeFile;
import io.rowandb.engine.storefile.StoreFileOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A sort that goes on when one of its files was exchanged for another HFile, or is gone. */
class ExchangedRunsTest {
  private static final LocalFileSystem DISK = new LocalFileSystem();
  private static final SortWatch GO_ON = () -> true;

  @TempDir private Path parent;

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static BulkSort open(Path directory) throws IOException {
    BulkSortOptions options =
        new BulkSortOptions(Map.of("a", StoreFileOptions.DEFAULT), 1 << 20, 1 << 20, 1_000);
    return BulkSort.open(DISK, directory, options, Runnable::run);
  }

  private static void spill(BulkSort sort, String row, String value) throws IOException {
    sort.add(CellCodec.cell(bytes(row), bytes("a"), bytes("q"), 1, CellType.PUT, bytes(value), 0));
    sort.spill(bytes("1"));
  }

  /** Two runs, whose files are equally long. */
  private Path sorted(String name, String value) throws IOException {
    Path directory = parent.resolve(name);
    try (BulkSort sort = open(directory)) {
      spill(sort, "row1", value);
      spill(sort, "row2", value);
    }
    return directory;
  }

  private Path merged(String name, String value) throws IOException {
    Path directory = sorted(name, value);
    try (BulkSort sort = open(directory)) {
      sort.merge(List.of(), GO_ON);
    }
    return directory;
  }

  private static List<Path> in(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.sorted().toList();
    }
  }

  private static void exchange(Path file, Path other) throws IOException {
    assertThat(file).hasSize(Files.size(other));
    Files.copy(other, file, StandardCopyOption.REPLACE_EXISTING);
  }

  private static void refused(Path directory, Path file, String what) throws IOException {
    List<Path> runs = in(directory.resolve("runs/a"));
    assertThatThrownBy(() -> open(directory))
        .isInstanceOf(CorruptFileException.class)
        .hasMessageContaining(file + " at offset 0: " + what)
        .hasMessageContaining("; delete " + directory + ", and all is sorted anew");
    assertThat(in(directory.resolve("runs/a"))).isEqualTo(runs);
  }

  @Test
  void oneRunInThePlaceOfAnother() throws IOException {
    Path directory = sorted("sort", "v");
    List<Path> runs = in(directory.resolve("runs/a"));
    exchange(runs.get(0), runs.get(1));
    refused(directory, runs.get(0), "is not the file that was sorted here, though it has as many");
  }

  @Test
  void aRunThatIsCutOff() throws IOException {
    Path directory = sorted("sort", "v");
    Path run = in(directory.resolve("runs/a")).get(1);
    long bytes = Files.size(run);
    Files.write(run, new byte[9]);
    refused(directory, run, "is not the file that was sorted here, which had " + bytes + " bytes");
  }

  @Test
  void aRunThatIsGone() throws IOException {
    Path directory = sorted("sort", "v");
    Path run = in(directory.resolve("runs/a")).get(0);
    Files.delete(run);
    refused(directory, run, "is gone, and not all of it was merged");
  }

  @Test
  void aFinishedFileOfAnotherSort() throws IOException {
    Path directory = merged("sort", "v");
    Path other = merged("other", "w");
    Path file = in(directory.resolve("files/a")).get(0);
    exchange(file, in(other.resolve("files/a")).get(0));
    refused(directory, file, "is not the file that was sorted here");
  }

  /** They are what a table has taken, and the runs are not wanted any more. */
  @Test
  void finishedFilesAndTheirRunsMayBeGone() throws IOException {
    Path directory = merged("sort", "v");
    Files.delete(in(directory.resolve("files/a")).get(0));
    Files.delete(in(directory.resolve("runs/a")).get(0));
    try (BulkSort sort = open(directory)) {
      assertThat(sort.merge(List.of(), GO_ON)).hasSize(1);
      sort.remove();
    }
    assertThat(directory).doesNotExist();
  }

  @Test
  void whatAnEarlierReleaseNotedIsRefused() throws IOException {
    Path directory = sorted("sort", "v");
    Path progress = directory.resolve(SortProgress.NAME);
    byte[] nothing =
        new ByteWriter()
            .writeBytes(new byte[0])
            .writeLong(1)
            .writeInt(0)
            .writeByte(0)
            .writeInt(0)
            .writeInt(0)
            .toByteArray();
    WholeFile.replace(
        DISK, progress, SortProgress.NEW_NAME, SortProgress.MAGIC, /* version= */ 1, nothing);
    refused(directory, progress, "was written by an earlier release");
  }
}
