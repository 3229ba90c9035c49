package io.rowandb.cli.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.cli.source.SourceException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines of files, packed and plain, from their start and from the middle. */
class LineReaderTest {
  @TempDir private Path directory;

  private Path file(String name, String text) throws IOException {
    Path file = directory.resolve(name);
    try (OutputStream plain = Files.newOutputStream(file);
        OutputStream out = name.endsWith(".gz") ? new GZIPOutputStream(plain) : plain) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return file;
  }

  private static List<String> read(Path file, long position) throws IOException {
    List<String> lines = new ArrayList<>();
    try (LineReader reader = LineReader.open(file, position)) {
      while (reader.next()) {
        lines.add(
            new String(
                reader.buffer(),
                reader.start(),
                reader.end() - reader.start(),
                StandardCharsets.UTF_8));
      }
    }
    return lines;
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain", "packed.gz"})
  void endsOfLinesAreLfOrCrlfAndTheLastNeedsNone(String name) throws IOException {
    assertThat(read(file(name, ""), 0)).isEmpty();
    assertThat(read(file(name, "\n"), 0)).containsExactly("");
    assertThat(read(file(name, "a\nb\r\n\r\nc\rd"), 0)).containsExactly("a", "b", "", "c\rd");
    assertThat(read(file(name, "a\nb\n"), 0)).containsExactly("a", "b");
    assertThat(read(file(name, "last\r"), 0)).containsExactly("last\r");
  }

  /** Programs on Windows write it; it is no part of the first row's key. */
  @ParameterizedTest
  @ValueSource(strings = {"plain", "packed.gz"})
  void aByteOrderMarkAtTheBeginIsPassedOver(String name) throws IOException {
    Path file = file(name, "\uFEFFa\n\uFEFFb\n");
    assertThat(read(file, 0)).containsExactly("a", "\uFEFFb");
    try (LineReader reader = LineReader.open(file, 0)) {
      assertThat(reader.next()).isTrue();
      assertThat(reader.position()).as("bytes").isEqualTo(5);
      assertThat(read(file, reader.position())).containsExactly("\uFEFFb");
    }
    assertThat(read(file(name, "\uFEFF"), 0)).isEmpty();
    assertThat(read(file(name, "ab"), 0)).containsExactly("ab");
  }

  private static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }

  private Path joined(byte[]... parts) throws IOException {
    Path file = directory.resolve("joined.gz");
    try (OutputStream out = Files.newOutputStream(file)) {
      for (byte[] part : parts) {
        out.write(part);
      }
    }
    return file;
  }

  @Tag("slow")
  @ParameterizedTest
  @ValueSource(ints = {1, 1_000, 3_000_000}) // the last does not fit into the buffer
  void allMembersOfAPackedFileAreRead(int characters) throws IOException {
    // Bytes that do not shrink.
    String text =
        new Random(5)
            .ints(characters, '!', '~')
            .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
            .toString();
    byte[] first = gzip(text + "\n");
    byte[] second = gzip("second\n");
    byte[] empty = gzip("");
    assertThat(read(joined(first, second, empty), 0)).containsExactly(text, "second");
    assertThat(read(joined(first, second, empty), characters + 1)).containsExactly("second");
    assertThat(read(joined(empty, second), 0)).containsExactly("second");
    for (int at : new int[] {0, 1, 2}) { // the magic, and how it is packed
      byte[] damaged = second.clone();
      damaged[at] ^= 1;
      assertRefused(joined(first, damaged), "ends at byte " + first.length + " of the file");
    }
    for (int kept : new int[] {1, 5, 9}) { // a header that is cut off
      byte[] cut = Arrays.copyOf(second, kept);
      assertRefused(joined(first, cut), "ends at byte " + first.length + " of the file");
    }
    byte[] cut = Arrays.copyOf(second, second.length - 3);
    assertRefused(joined(first, cut), "the gzip data is cut off");
    assertRefused(joined(first, new byte[] {7}), "what follows is no gzip data");
    byte[] text9000 = "plain text\n".repeat(900).getBytes(StandardCharsets.UTF_8);
    assertRefused(joined(first, text9000), "ends at byte " + first.length + " of the file");
    assertRefused(joined(second, first, text9000), "what follows is no gzip data");
  }

  @Test
  void aPackedFileWithoutAnythingIsNone() throws IOException {
    assertRefused(joined(), "it is empty or cut off, and has no whole gzip header");
    assertRefused(joined(Arrays.copyOf(gzip("x"), 6)), "has no whole gzip header");
  }

  private static void assertRefused(Path file, String why) {
    assertThatThrownBy(() -> read(file, 0))
        .isInstanceOf(SourceException.class)
        .hasMessageStartingWith("cannot read " + file)
        .hasMessageContaining(why);
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain", "packed.gz"})
  void goesOnWhereAnotherWas(String name) throws IOException {
    StringBuilder text = new StringBuilder();
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      expected.add("line " + i + " " + "x".repeat(i * 97 % 20_000));
      text.append(expected.get(i)).append('\n');
    }
    Path file = file(name, text.toString());
    assertThat(read(file, 0)).isEqualTo(expected);
    try (LineReader reader = LineReader.open(file, 0)) {
      for (int i = 0; i < 300; i += 50) {
        for (int more = 0; more < 50; more++) {
          assertThat(reader.next()).isTrue();
        }
        assertThat(read(file, reader.position())).isEqualTo(expected.subList(i + 50, 300));
      }
    }
  }

  @Test
  void aLineLongerThanTheBufferIsReadWhole() throws IOException {
    String line = "x".repeat(3 * LineReader.BUFFER_BYTES);
    assertThat(read(file("long", "a\n" + line + "\nb\n"), 0)).containsExactly("a", line, "b");
  }

  @Test
  void whatHasNoLinesIsRefused() throws IOException {
    Path file = directory.resolve("endless");
    Files.write(file, new byte[LineReader.MAX_LINE_BYTES + 1]);
    assertThatThrownBy(() -> read(file, 0))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("longer than 33554432 bytes");
  }

  @Test
  void damageAndAbsenceNameTheFile() throws IOException {
    Path packed = file("cut.gz", "text ".repeat(100_000));
    byte[] bytes = Files.readAllBytes(packed);
    Files.write(packed, java.util.Arrays.copyOf(bytes, bytes.length / 2));
    assertThatThrownBy(() -> read(packed, 0))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("cut.gz");
    assertThatThrownBy(() -> read(directory.resolve("none"), 0))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("no such file");
  }
}
