package io.rowandb.engine.io;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is left of files in memory in a copy, and when their machine stops. */
class MemoryFileSystemTest {
  private static final Path DIRECTORY = Path.of("d");
  private static final Path FILE = DIRECTORY.resolve("file");

  private final MemoryFileSystem files = new MemoryFileSystem();

  @BeforeEach
  void createDirectory() throws IOException {
    files.createDirectories(DIRECTORY);
  }

  private static void write(AppendFile file, String text) throws IOException {
    file.write(text.getBytes(US_ASCII), 0, text.length());
  }

  private static byte[] bytes(FileSystem files, Path path) throws IOException {
    try (RandomReadFile file = files.open(path)) {
      byte[] bytes = new byte[(int) file.size()];
      file.readFully(0, bytes, 0, bytes.length);
      return bytes;
    }
  }

  private static String text(FileSystem files, Path path) throws IOException {
    return new String(bytes(files, path), US_ASCII);
  }

  /** A store in memory drops tables for as long as the process lives. */
  @Test
  void whatWasInADirectoryGoesWithIt() throws IOException {
    MemoryFileSystem files = new MemoryFileSystem();
    Path directory = Path.of("/d/e");
    files.createDirectories(directory);
    files.create(directory.resolve("file")).close();
    files.forceDirectory(directory);
    files.forceDirectory(directory.getParent());
    files.delete(directory.resolve("file"));
    files.delete(directory);
    MemoryFileSystem left = files.afterPowerLoss();
    assertThat(left.list(directory.getParent())).isEmpty();
    assertThat(left.list(directory)).isEmpty();
    assertThat(left.exists(directory)).isFalse();
  }

  @Test
  void copiesAndTheirOriginalChangeEachByItself() throws IOException {
    AppendFile file = files.create(FILE);
    write(file, "12");
    MemoryFileSystem fork = files.fork();
    write(file, "34");
    MemoryFileSystem later = files.fork();
    files.truncate(FILE, 1);
    write(file, "abc");
    fork.rename(FILE, DIRECTORY.resolve("renamed"));
    later.truncate(FILE, 3);
    later.delete(DIRECTORY.resolve("nothing"));
    assertThat(text(files, FILE)).isEqualTo("1abc");
    assertThat(text(fork, DIRECTORY.resolve("renamed"))).isEqualTo("12");
    assertThat(text(later, FILE)).isEqualTo("123");
    assertThat(files.list(DIRECTORY)).containsExactly(FILE);
  }

  /** Long files, cut and appended to behind the cut, whose copies keep what they had. */
  @Test
  void copiesKeepWhatTheirOriginalOverwrites() throws IOException {
    long seed = 42;
    Random random = new Random(seed);
    AppendFile file = files.create(FILE);
    byte[] content = new byte[0];
    for (int round = 0; round < 30; round++) {
      byte[] more = new byte[random.nextInt(200_000)];
      random.nextBytes(more);
      file.write(more, 0, more.length);
      byte[] grown = Arrays.copyOf(content, content.length + more.length);
      System.arraycopy(more, 0, grown, content.length, more.length);
      MemoryFileSystem fork = files.fork();
      content = Arrays.copyOf(grown, random.nextInt(grown.length + 1));
      files.truncate(FILE, content.length);
      byte[] overwriting = new byte[random.nextInt(100_000)];
      random.nextBytes(overwriting);
      file.write(overwriting, 0, overwriting.length);
      assertThat(bytes(fork, FILE)).as("round %d, seed %d", round, seed).isEqualTo(grown);
      files.truncate(FILE, content.length);
      assertThat(bytes(files, FILE)).isEqualTo(content);
    }
  }

  @Test
  void aCopyIsLockedByNobody() throws Exception {
    try (AutoCloseable held = files.lock(DIRECTORY.resolve("LOCK"))) {
      assertThat(held).isNotNull();
      files.fork().lock(DIRECTORY.resolve("LOCK")).close();
    }
  }

  @Test
  void theDeathOfTheProcessLeavesWhatWasWritten() throws IOException {
    AppendFile file = files.create(FILE);
    write(file, "12");
    MemoryFileSystem after = files.afterProcessDeath();
    assertThat(text(after, FILE)).isEqualTo("12");
    assertThatThrownBy(() -> write(file, "3")).hasMessageContaining("has stopped");
    assertThatThrownBy(file::force).hasMessageContaining("has stopped");
    assertThatThrownBy(() -> files.create(DIRECTORY.resolve("b")))
        .hasMessageContaining("has stopped");
    assertThatThrownBy(() -> files.delete(FILE)).hasMessageContaining("has stopped");
    assertThatThrownBy(() -> files.forceDirectory(DIRECTORY)).hasMessageContaining("has stopped");
    assertThat(text(files, FILE)).isEqualTo("12");
    assertThat(text(after.afterPowerLoss(), FILE)).isEqualTo("12");
  }

  @Test
  void theLossOfPowerLeavesForcedBytesUnderForcedNames() throws IOException {
    AppendFile file = files.create(FILE);
    write(file, "12");
    file.force();
    write(file, "34");
    files.forceDirectory(DIRECTORY);
    Path unnamed = DIRECTORY.resolve("unnamed");
    try (AppendFile other = files.create(unnamed)) {
      write(other, "5");
      other.force();
    }
    files.rename(FILE, DIRECTORY.resolve("renamed"));
    files.createDirectories(DIRECTORY.resolve("sub"));
    MemoryFileSystem after = files.afterPowerLoss();
    assertThat(after.list(DIRECTORY)).containsExactly(FILE, DIRECTORY.resolve("sub"));
    assertThat(text(after, FILE)).isEqualTo("12");
    assertThat(after.isDirectory(DIRECTORY.resolve("sub"))).isTrue();
  }

  @Test
  void aRemovedDirectoryIsGoneWhenItsParentWasForced() throws IOException {
    Path sub = DIRECTORY.resolve("sub");
    files.createDirectories(sub);
    files.delete(sub);
    assertThat(files.exists(sub)).isFalse();
    files.forceDirectory(DIRECTORY);
    assertThat(files.afterPowerLoss().list(DIRECTORY)).isEmpty();
  }
}
