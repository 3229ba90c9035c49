package io.rowandb.systems.lines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** How files are cut into lines, and what is said of wrong ones. */
class DataLinesTest {
  private static Stream<String> read(Reader text, int mostChars) throws IOException {
    return DataLines.read(
        "f",
        new BufferedReader(text),
        mostChars,
        first ->
            (number, line) -> {
              if (line.equals("wrong")) {
                throw new IllegalArgumentException("it is wrong");
              }
              return List.of(first + number + line);
            });
  }

  private static List<String> read(String text) throws IOException {
    try (Stream<String> lines = read(new StringReader(text), 10)) {
      return lines.toList();
    }
  }

  @Test
  void aFirstLineMayBeAsTheOthers() throws IOException {
    try (Stream<String> lines = all("\uFEFFa\n\nb\n")) {
      assertThat(lines).containsExactly("1a", "3b");
    }
    try (Stream<String> lines = all("\n\na")) {
      assertThat(lines).containsExactly("3a");
    }
    try (Stream<String> lines = all("")) {
      assertThat(lines).isEmpty();
    }
    try (Stream<String> lines = all("wrong\na")) {
      assertThatThrownBy(lines::toList)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("f, line 1: it is wrong: wrong");
    }
  }

  private static Stream<String> all(String text) throws IOException {
    return DataLines.all(
        "f",
        new BufferedReader(new StringReader(text)),
        10,
        (number, line) -> {
          if (line.equals("wrong")) {
            throw new IllegalArgumentException("it is wrong");
          }
          return List.of(number + line);
        });
  }

  @Test
  void linesEndAsEditorsEndThem() throws IOException {
    assertThat(read("\uFEFFh\na\r\n\rb\n\nc")).containsExactly("h2a", "h4b", "h6c");
    assertThat(read("h\r")).isEmpty();
    assertThat(read("")).isEmpty();
    assertThat(read("\na")).containsExactly("2a");
    assertThat(read("h\n0123456789\n")).containsExactly("h20123456789");
  }

  @Test
  void aWrongLineIsNamedAndClosesNothingEarly() throws IOException {
    AtomicBoolean closed = new AtomicBoolean();
    Reader text =
        new StringReader("h\n\nwrong\n") {
          @Override
          public void close() {
            closed.set(true);
            super.close();
          }
        };
    try (Stream<String> lines = read(text, 10)) {
      assertThatThrownBy(lines::toList)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("f, line 3: it is wrong: wrong");
      assertThat(closed).isFalse();
    }
    assertThat(closed).isTrue();
  }

  /** As in a packed file of few bytes. */
  @Test
  void aLineWithoutEndIsRefusedBeforeItFillsTheMemory() {
    Reader endless =
        new Reader() {
          @Override
          public int read(char[] buffer, int offset, int length) {
            Arrays.fill(buffer, offset, offset + length, 'a');
            return length;
          }

          @Override
          public void close() {
            // Nothing is open.
          }
        };
    assertThatThrownBy(() -> read(endless, DataLines.USUAL_CHARS))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("f, line 1: it has more than 1000000 characters: " + "a".repeat(200) + " …");
  }
}
