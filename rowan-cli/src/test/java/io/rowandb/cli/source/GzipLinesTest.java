package io.rowandb.cli.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reading gzip files, sound and damaged. */
class GzipLinesTest {
  @TempDir private Path directory;

  @Test
  void readsBothLineEndsAndNonAscii() throws IOException {
    Path file = write("a\r\nb\n\n日本 é\nlast", -1);
    try (GzipLines lines = GzipLines.open(file)) {
      assertThat(readAll(lines)).containsExactly("a", "b", "", "日本 é", "last");
      assertThat(lines.fraction()).isEqualTo(1.0);
    }
  }

  @Test
  void refusesATruncatedFileAndSaysHowFarItIsSound() throws IOException {
    StringBuilder text = new StringBuilder();
    Random random = new Random(5);
    for (int i = 0; i < 50_000; i++) {
      text.append(random.nextLong()).append('\n');
    }
    Path file = write(text.toString(), 200_000);
    assertThatThrownBy(() -> GzipLines.open(file))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining(file.toString())
        .hasMessageMatching("(?s).* damaged after line [1-9][0-9]{3,4}: .*");
  }

  @Test
  void givesNoLineOfAFileWithAChangedByte() throws IOException {
    Path file = write("some text that is long enough to be compressed, compressed\n", -1);
    byte[] sound = Files.readAllBytes(file);
    int headerBytes = 10;
    for (int i = headerBytes; i < sound.length; i++) {
      byte[] bytes = sound.clone();
      bytes[i] ^= 1;
      Files.write(file, bytes);
      assertThatThrownBy(() -> GzipLines.open(file))
          .as("byte %d", i)
          .isInstanceOf(SourceException.class)
          .hasMessageContaining(file.toString());
    }
  }

  @Test
  void refusesWhatIsNoGzipFile() throws IOException {
    Path file = Files.writeString(directory.resolve("plain.gz"), "plain text");
    assertThatThrownBy(() -> GzipLines.open(file))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("plain.gz")
        .hasMessageContaining("gzip");
    assertThatThrownBy(() -> GzipLines.open(directory.resolve("absent.gz")))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("absent.gz");
  }

  @Test
  void saysWhetherThereIsALineBehindOthers() throws IOException {
    Path file = write("a\nb\n", -1);
    assertThat(GzipLines.hasLineAfter(file, 1)).isTrue();
    assertThat(GzipLines.hasLineAfter(file, 2)).isFalse();
    assertThat(GzipLines.hasLineAfter(write("", -1), 0)).isFalse();
    Path nothing = Files.write(directory.resolve("nothing.gz"), new byte[0]);
    assertThatThrownBy(() -> GzipLines.hasLineAfter(nothing, 0))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining(nothing + ": is no gzip file: it is empty or cut off");
    Path cut = write("a\nb\n", /* keptBytes= */ 12);
    assertThatThrownBy(() -> GzipLines.hasLineAfter(cut, 0))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining(cut + ": damaged after line 0");
  }

  private Path write(String text, int keptBytes) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(text.getBytes(StandardCharsets.UTF_8));
    }
    byte[] whole = bytes.toByteArray();
    return Files.write(
        directory.resolve("lines.gz"), keptBytes < 0 ? whole : Arrays.copyOf(whole, keptBytes));
  }

  private static List<String> readAll(LineSource lines) throws IOException {
    List<String> read = new ArrayList<>();
    drain(lines, read);
    return read;
  }

  private static void drain(LineSource lines, List<String> into) throws IOException {
    for (String line = lines.nextLine(); line != null; line = lines.nextLine()) {
      into.add(line);
    }
  }
}
