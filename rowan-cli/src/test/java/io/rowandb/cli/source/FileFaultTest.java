package io.rowandb.cli.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was tried with a file, which one it is, and why it failed, in one form. */
class FileFaultTest {
  @TempDir private Path directory;

  @Test
  void whatCanBeReadHasNoFault() throws IOException {
    Path file = Files.writeString(directory.resolve("file"), "x");
    assertThat(FileFault.ofReading(file)).isEmpty();
    assertThat(FileFault.ofUsing(file)).isEmpty();
    assertThat(FileFault.ofUsing(directory)).isEmpty();
  }

  @Test
  void theReasonIsToldBeforeItIsTried() throws IOException {
    Path none = directory.resolve("none");
    assertThat(FileFault.ofReading(none))
        .hasValue("cannot read " + none + ": no such file or directory");
    assertThat(FileFault.ofUsing(none)).isEqualTo(FileFault.ofReading(none));
    assertThat(FileFault.ofReading(directory))
        .hasValue("cannot read " + directory + ": is a directory");
    Path file = Files.writeString(directory.resolve("file"), "x");
    assertThat(FileFault.ofReading(file.resolve("below")).orElseThrow())
        .startsWith("cannot read " + file + "/below: ");
    Path loop = Files.createSymbolicLink(directory.resolve("loop"), Path.of("loop"));
    assertThat(FileFault.ofReading(loop).orElseThrow())
        .startsWith("cannot read " + loop + ": ")
        .doesNotContain("permission");
  }

  /** Also where the directory above does not tell whether the file is there. */
  @Test
  void whatMayNotBeReadIsToldSo() throws IOException {
    assumeFalse(System.getProperty("user.name").equals("root"), "root may read everything");
    Path closed = Files.createDirectory(directory.resolve("closed"));
    Path file = Files.writeString(closed.resolve("file"), "x");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("-w-------"));
    String fault = "cannot read " + file + ": permission denied";
    assertThat(FileFault.ofReading(file)).hasValue(fault);
    Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rw-------"));
    assertThat(FileFault.ofReading(file)).hasValue(fault);
    Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rwx------"));
  }

  @Test
  void everyFormOfTheJdkBecomesOne() {
    Path file = Path.of("/x/y");
    for (IOException denied :
        new IOException[] {
          new AccessDeniedException("/x/y"),
          new FileNotFoundException("/x/y (Permission denied)"),
          new FileSystemException("/x/y", null, "Permission denied")
        }) {
      assertThat(FileFault.ofReading(file, denied))
          .isEqualTo("cannot read /x/y: permission denied");
      assertThat(FileFault.of(denied)).hasValue("cannot read or write /x/y: permission denied");
    }
    assertThat(FileFault.ofReading(file, new NoSuchFileException("/x/y")))
        .isEqualTo("cannot read /x/y: no such file or directory");
    assertThat(FileFault.ofReading(file, new EOFException("cut off")))
        .isEqualTo("cannot read /x/y: cut off");
    assertThat(FileFault.ofReading(file, new EOFException()))
        .isEqualTo("cannot read /x/y: EOFException");
  }

  @Test
  void otherFailuresAreOfNoFile() {
    assertThat(FileFault.of(new IOException("/x/y (Permission denied)"))).isEmpty();
    assertThat(FileFault.of(new FileNotFoundException("nothing here"))).isEmpty();
    assertThat(FileFault.of(new FileNotFoundException())).isEmpty();
    assertThat(FileFault.of(new FileSystemException("/x", null, "Not a directory")))
        .hasValue("/x: Not a directory");
  }
}
