package io.rowandb.engine.io;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What every file system keeps to, the doubles of the tests included. */
class FileSystemTest {
  /** The implementations. */
  enum Kind {
    LOCAL,
    MEMORY,
    CRASH,
    FAULTY;

    FileSystem create() {
      return switch (this) {
        case LOCAL -> new LocalFileSystem();
        case MEMORY -> new MemoryFileSystem();
        case CRASH -> new CrashFileSystem();
        case FAULTY -> new FaultyFileSystem(new MemoryFileSystem());
      };
    }
  }

  @TempDir private Path directory;

  private static void write(FileSystem files, Path path, String text) throws IOException {
    try (AppendFile file = files.create(path)) {
      file.write(text.getBytes(US_ASCII), 0, text.length());
      assertThat(file.size()).isEqualTo(text.length());
      file.force();
    }
  }

  private static String read(RandomReadFile file) throws IOException {
    byte[] bytes = new byte[(int) file.size()];
    file.readFully(0, bytes, 0, bytes.length);
    return new String(bytes, US_ASCII);
  }

  private static String read(FileSystem files, Path path) throws IOException {
    try (RandomReadFile file = files.open(path)) {
      return read(file);
    }
  }

  private FileSystem prepared(Kind kind) throws IOException {
    FileSystem files = kind.create();
    files.createDirectories(directory);
    return files;
  }

  @ParameterizedTest
  @EnumSource
  void readsWhatWasAppendedWhileItGrows(Kind kind) throws IOException {
    FileSystem files = prepared(kind);
    byte[] bytes = new byte[300_000];
    new Random(1).nextBytes(bytes);
    Path path = directory.resolve("grows");
    try (AppendFile file = files.create(path);
        RandomReadFile reader = files.open(path)) {
      for (int done = 0; done < bytes.length; done += 30_000) {
        file.write(bytes, done, 30_000);
        assertThat(reader.size()).isEqualTo(done + 30_000);
        byte[] all = new byte[done + 30_002];
        reader.readFully(0, all, 1, done + 30_000);
        assertThat(Arrays.equals(all, 1, done + 30_001, bytes, 0, done + 30_000)).isTrue();
      }
      assertThatThrownBy(() -> reader.readFully(299_990, new byte[20], 0, 20))
          .isInstanceOf(EOFException.class);
    }
    assertThat(files.size(path)).isEqualTo(300_000);
  }

  @ParameterizedTest
  @EnumSource
  void refusesToCreateOrOpenTheWrongThing(Kind kind) throws IOException {
    FileSystem files = prepared(kind);
    Path path = directory.resolve("a");
    write(files, path, "text");
    assertThatThrownBy(() -> files.create(path)).isInstanceOf(FileAlreadyExistsException.class);
    assertThatThrownBy(() -> files.open(directory.resolve("b")))
        .isInstanceOf(NoSuchFileException.class);
    assertThatThrownBy(() -> files.size(directory.resolve("b")))
        .isInstanceOf(NoSuchFileException.class);
    assertThatThrownBy(() -> files.create(directory.resolve("no/file")))
        .isInstanceOf(FileSystemException.class);
  }

  @ParameterizedTest
  @EnumSource
  void aLinkIsTheSameFileUntilItsLastNameIsGone(Kind kind) throws IOException {
    FileSystem files = prepared(kind);
    Path first = directory.resolve("first");
    Path second = directory.resolve("second");
    write(files, first, "text");
    files.link(first, second);
    assertThatThrownBy(() -> files.link(first, second))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThatThrownBy(() -> files.link(directory.resolve("none"), directory.resolve("third")))
        .isInstanceOf(NoSuchFileException.class);
    assertThatThrownBy(() -> files.link(first, directory.resolve("no/third")))
        .isInstanceOf(FileSystemException.class);
    files.delete(first);
    assertThat(files.exists(first)).isFalse();
    assertThat(read(files, second)).isEqualTo("text");
    files.delete(second);
    assertThat(files.list(directory)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void renameReplacesAndKeepsOpenFiles(Kind kind) throws IOException {
    FileSystem files = prepared(kind);
    Path old = directory.resolve("old");
    Path fresh = directory.resolve("fresh");
    write(files, old, "old");
    RandomReadFile reader = files.open(old);
    AppendFile file = files.create(fresh);
    file.write("fre".getBytes(US_ASCII), 0, 3);
    files.rename(fresh, old);
    file.write("sh".getBytes(US_ASCII), 0, 2);
    file.close();
    assertThat(read(reader)).isEqualTo("old");
    reader.close();
    assertThat(read(files, old)).isEqualTo("fresh");
    assertThat(files.exists(fresh)).isFalse();
    files.forceDirectory(directory);
  }

  @ParameterizedTest
  @EnumSource
  void renamesADirectoryWithAllThatIsInIt(Kind kind) throws IOException {
    FileSystem files = prepared(kind);
    Path old = directory.resolve("old");
    Path fresh = directory.resolve("fresh");
    files.createDirectories(old.resolve("deep"));
    write(files, old.resolve("deep").resolve("file"), "text");
    files.forceDirectory(old.resolve("deep"));
    files.rename(old, fresh);
    files.forceDirectory(directory);
    assertThat(files.exists(old)).isFalse();
    assertThat(files.list(directory)).containsExactly(fresh);
    assertThat(read(files, fresh.resolve("deep").resolve("file"))).isEqualTo("text");
    files.createDirectories(old);
    write(files, old.resolve("other"), "x");
    files.forceDirectory(old);
    assertThatThrownBy(() -> files.rename(old, fresh)).isInstanceOf(FileSystemException.class);
    assertThat(files.list(directory)).containsExactly(fresh, old);
  }

  @ParameterizedTest
  @EnumSource
  void appendsBehindACut(Kind kind) throws IOException {
    FileSystem files = prepared(kind);
    Path path = directory.resolve("cut");
    try (AppendFile file = files.create(path)) {
      file.write("0123456789".getBytes(US_ASCII), 0, 10);
      files.truncate(path, 4);
      file.write("abc".getBytes(US_ASCII), 1, 2);
      files.truncate(path, 100);
    }
    assertThat(read(files, path)).isEqualTo("0123bc");
  }

  @ParameterizedTest
  @EnumSource
  void listsDeletesAndTellsDirectories(Kind kind) throws IOException {
    FileSystem files = prepared(kind);
    Path inner = directory.resolve("a/b");
    files.createDirectories(inner);
    files.createDirectories(inner);
    write(files, directory.resolve("a-b"), "");
    write(files, directory.resolve("B"), "");
    write(files, inner.resolve("c"), "");
    assertThat(files.list(directory))
        .containsExactly(directory.resolve("B"), directory.resolve("a"), directory.resolve("a-b"));
    assertThat(files.list(directory.resolve("nothing"))).isEmpty();
    assertThat(List.of(files.isDirectory(inner), files.exists(inner))).containsOnly(true);
    assertThat(files.isDirectory(inner.resolve("c"))).isFalse();
    files.delete(inner.resolve("c"));
    files.delete(inner.resolve("c"));
    files.delete(inner);
    assertThat(files.exists(inner)).isFalse();
    assertThat(files.list(directory.resolve("a"))).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void locksOnce(Kind kind) throws Exception {
    FileSystem files = prepared(kind);
    Path lock = directory.resolve("LOCK");
    AutoCloseable held = files.lock(lock);
    assertThatThrownBy(() -> files.lock(lock))
        .isInstanceOf(StoreInUseException.class)
        .hasMessageContaining(directory.toString());
    held.close();
    held.close();
    files.lock(lock).close();
  }
}
