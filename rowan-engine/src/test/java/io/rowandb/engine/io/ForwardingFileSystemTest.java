package io.rowandb.engine.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What stands before a disk does not answer in its place. */
class ForwardingFileSystemTest {
  /** A default that is forgotten answers as a disk without links would. */
  @Test
  void everyCallIsPassedOn() throws Exception {
    for (Method each : FileSystem.class.getMethods()) {
      Method passed =
          ForwardingFileSystem.class.getMethod(each.getName(), each.getParameterTypes());
      assertThat(passed.getDeclaringClass())
          .as(each.toString())
          .isSameAs(ForwardingFileSystem.class);
    }
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void aLinkIsOneInAnEncryptedLogToo(@TempDir Path directory) throws Exception {
    FileSystem disk = new LocalFileSystem();
    FileSystem log = new EncryptedFiles(disk, FileKeys.Use.LOG);
    Path file = Files.createFile(directory.resolve("file"));
    Path link = Files.createSymbolicLink(directory.resolve("link"), file);
    Files.createLink(directory.resolve("second"), file);
    assertThat(log.kind(link)).isEqualTo(FileKind.LINK);
    assertThat(log.realPath(link)).isEqualTo(disk.realPath(file));
    assertThat(log.names(file)).isEqualTo(2);
    assertThat(log.key(link)).isEqualTo(disk.key(file));
    assertThat(log.disk()).isSameAs(disk);
  }
}
