package io.rowandb.engine.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class LocalFileSystemTest {
  @TempDir private Path directory;

  private final FileSystem files = new LocalFileSystem();

  /** Takes the lock it is given, says so, and holds it until its input ends. */
  public static void main(String[] args) throws IOException {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    try {
      new LocalFileSystem().lock(Path.of(args[0]));
      out.println("locked");
      if (System.in.read() >= 0) {
        out.println("ended");
      }
    } catch (IOException e) {
      out.println(e.getMessage());
    }
  }

  private Process child(Path lock) throws IOException {
    return child(lock, List.of());
  }

  /** One that a command before it starts. */
  private static Process child(Path lock, List<String> before) throws IOException {
    List<String> command = new ArrayList<>(before);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:-UsePerfData", "-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(LocalFileSystemTest.class.getName(), lock.toString()));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  private static String firstLine(Process process) throws IOException {
    InputStreamReader in = new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8);
    return new BufferedReader(in).readLine();
  }

  @Test
  void whatCannotBeLookedAtIsNotTakenForAbsent() throws IOException {
    Path loop = Files.createSymbolicLink(directory.resolve("loop"), directory.resolve("loop"));
    assertThatThrownBy(() -> files.exists(loop)).hasMessageContaining(loop.toString());
    assertThatThrownBy(() -> files.isDirectory(loop)).hasMessageContaining(loop.toString());
    assertThatThrownBy(() -> files.list(loop)).hasMessageContaining(loop.toString());
    assertThatThrownBy(() -> files.exists(loop.resolve("in"))).hasMessageContaining("loop/in");
    Path file = Files.createFile(directory.resolve("file"));
    assertThat(files.exists(file.resolve("in"))).isFalse();
    assertThat(files.isDirectory(file.resolve("in"))).isFalse();
    assertThat(files.exists(directory.resolve("absent").resolve("in"))).isFalse();
  }

  @Test
  void aNameIsThatOfTheSystem() throws IOException {
    Path shop = Files.createDirectories(directory.resolve("deep/in/shop"));
    Path deep = directory.toRealPath().resolve("deep");
    Path link = Files.createSymbolicLink(directory.resolve("l"), Path.of("deep", "in"));
    assertThat(files.named(link.resolve("../new/./x"))).isEqualTo(deep.resolve("new/x"));
    assertThat(files.named(link.resolve("shop/.."))).isEqualTo(deep.resolve("in"));
    assertThat(files.named(link.resolve("../../l/../in/shop"))).isEqualTo(shop.toRealPath());
    assertThat(files.named(link.resolve("./shop"))).isEqualTo(link.resolve("shop"));
    assertThat(files.named(Path.of("/"))).isEqualTo(Path.of("/"));
    assertThat(files.named(Path.of("/../.."))).isEqualTo(Path.of("/"));
    Path gone = directory.resolve("gone/../deep");
    assertThatThrownBy(() -> files.named(gone)).isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void failuresNameTheFile() throws IOException {
    try (RandomReadFile open = files.open(directory)) { // a system may refuse that already
      assertThatThrownBy(() -> open.readFully(7, new byte[3], 0, 3))
          .hasMessageContaining("Cannot read " + directory + " at 7: ");
    } catch (IOException e) {
      assertThat(e).hasMessageContaining(directory.toString());
    }
    Path file = directory.resolve("file");
    AppendFile closed = files.create(file);
    closed.close();
    assertThatThrownBy(() -> closed.write(new byte[3], 0, 3))
        .hasMessageContaining("Cannot write to " + file + ": ");
    assertThatThrownBy(closed::force).hasMessageContaining("Cannot force " + file + ": ");
  }

  /** As on a full disk: what may be written has an end. */
  @Test
  @EnabledOnOs(value = OS.LINUX, disabledReason = "no ulimit")
  void aLockThatCannotBeWrittenIsNamed() throws Exception {
    Path lock = directory.resolve("LOCK");
    Process full = child(lock, List.of("sh", "-c", "ulimit -f 0 && exec \"$@\"", "sh"));
    assertThat(firstLine(full)).startsWith("Cannot write to " + lock + ": ");
    assertThat(full.waitFor()).isZero();
  }

  @Test
  void aLockEndsWithItsProcess() throws Exception {
    Path lock = directory.resolve("LOCK");
    Files.writeString(lock, "99999999\n"); // of a process that died long ago
    Process holder = child(lock);
    assertThat(firstLine(holder)).isEqualTo("locked");
    assertThatThrownBy(() -> files.lock(lock))
        .isInstanceOf(StoreInUseException.class)
        .hasMessageContaining("in use by process " + holder.pid() + " ");
    holder.destroyForcibly().waitFor();
    try (AutoCloseable held = files.lock(lock)) {
      assertThat(held).isNotNull();
      assertThat(Files.readString(lock)).isEqualTo(ProcessHandle.current().pid() + "\n");
    }
  }

  @Test
  void aRefusedSecondLockDoesNotGiveUpTheFirst() throws Exception {
    Path lock = directory.resolve("LOCK");
    try (AutoCloseable held = files.lock(lock)) {
      assertThat(held).isNotNull();
      Path otherName = directory.resolve("link");
      Files.createSymbolicLink(otherName, directory);
      assertThatThrownBy(() -> files.lock(otherName.resolve("LOCK")))
          .isInstanceOf(StoreInUseException.class);
      Process other = child(lock);
      assertThat(firstLine(other)).contains("in use by process " + ProcessHandle.current().pid());
      other.waitFor();
    }
  }

  @Test
  void aLinkToASymbolicLinkIsOneToItsFile() throws IOException {
    Path file = Files.writeString(directory.resolve("file"), "content");
    Path symbolic = Files.createSymbolicLink(directory.resolve("symbolic"), file.getFileName());
    Path link = Files.createDirectory(directory.resolve("below")).resolve("link");
    files.link(symbolic, link);
    assertThat(Files.isSymbolicLink(link)).isFalse();
    Files.delete(file);
    assertThat(Files.readString(link)).isEqualTo("content");
  }

  @Test
  void aLockIsTakenByAnInterruptedThread() throws Exception {
    Path lock = directory.resolve("LOCK");
    Thread.currentThread().interrupt();
    AutoCloseable held = files.lock(lock);
    assertThat(Thread.interrupted()).isTrue();
    Process other = child(lock);
    assertThat(firstLine(other)).contains("in use");
    held.close();
  }

  @Test
  void interruptsNeitherFailNorLoseAnything() throws Exception {
    Path path = directory.resolve("file");
    Thread.currentThread().interrupt();
    byte[] bytes = new byte[100_000];
    new Random(1).nextBytes(bytes);
    try (AppendFile file = files.create(path)) {
      file.write(bytes, 0, bytes.length);
      file.force();
      files.forceDirectory(directory);
      try (RandomReadFile reader = files.open(path)) {
        byte[] back = new byte[bytes.length];
        reader.readFully(0, back, 0, back.length);
        assertThat(back).isEqualTo(bytes);
        assertThat(reader.size()).isEqualTo(bytes.length);
      }
      files.truncate(path, 10);
      files.rename(path, directory.resolve("other"));
      files.delete(directory.resolve("other"));
    }
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void interruptedReadersDoNotDisturbOthers() throws Exception {
    Path path = directory.resolve("file");
    byte[] bytes = new byte[1 << 20];
    new Random(1).nextBytes(bytes);
    try (AppendFile file = files.create(path)) {
      file.write(bytes, 0, bytes.length);
    }
    AtomicReference<Throwable> failure = new AtomicReference<>();
    AtomicInteger running = new AtomicInteger(4);
    try (RandomReadFile reader = files.open(path)) {
      List<Thread> threads = new ArrayList<>();
      for (int t = 0; t < 4; t++) {
        Random random = new Random(t);
        threads.add(
            new Thread(
                () -> {
                  try {
                    readMuch(reader, bytes, random);
                  } catch (Throwable e) {
                    failure.compareAndSet(null, e);
                  } finally {
                    running.decrementAndGet();
                  }
                },
                "reader"));
      }
      threads.forEach(Thread::start);
      for (int i = 0; running.get() > 0; i++) {
        threads.get(i % 4).interrupt();
        Thread.onSpinWait();
      }
      for (Thread thread : threads) {
        thread.join();
      }
    }
    assertThat(failure.get()).isNull();
  }

  private static void readMuch(RandomReadFile reader, byte[] bytes, Random random)
      throws IOException {
    byte[] target = new byte[100_000];
    for (int i = 0; i < 1_000; i++) {
      int offset = random.nextInt(bytes.length - target.length);
      reader.readFully(offset, target, 0, target.length);
      if (!Arrays.equals(target, 0, target.length, bytes, offset, offset + target.length)) {
        throw new AssertionError("wrong bytes at " + offset);
      }
    }
  }

  @Test
  void aClosedFileSaysSo() throws IOException {
    Path path = directory.resolve("file");
    files.create(path).close();
    RandomReadFile reader = files.open(path);
    reader.close();
    assertThatThrownBy(() -> reader.readFully(0, new byte[1], 0, 1))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("is closed");
  }

  /** The system may have dropped what it could not write, and be content the next time. */
  @Test
  void whatCouldNotBeForcedIsNotForcedAgain(@TempDir Path directory) throws IOException {
    AppendFile file = new LocalFileSystem().create(directory.resolve("file"));
    file.write(new byte[] {1}, 0, 1);
    file.force();
    file.close(); // without a descriptor the system refuses
    assertThatThrownBy(file::force).hasMessageContaining("Cannot force");
    assertThatThrownBy(file::force).hasMessageContaining("it failed before");
  }
}
