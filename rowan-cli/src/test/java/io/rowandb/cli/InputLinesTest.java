package io.rowandb.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class InputLinesTest {
  private static final String BYTE_ORDER_MARK = "\uFEFF";

  /** Editors on Windows write it; it is no part of the first command. */
  @Test
  void theMarkAtTheBeginOfAFileIsNoText() throws IOException {
    assertThat(lines(BYTE_ORDER_MARK + "list\r\nexit\n")).containsExactly("list", "exit");
    assertThat(lines(BYTE_ORDER_MARK)).containsExactly("");
    assertThat(lines("list\n")).containsExactly("list");
  }

  @Test
  void elsewhereItIsACharacterLikeOthers() throws IOException {
    assertThat(lines("a\n" + BYTE_ORDER_MARK + "b" + BYTE_ORDER_MARK))
        .containsExactly("a", BYTE_ORDER_MARK + "b" + BYTE_ORDER_MARK);
    assertThat(lines(BYTE_ORDER_MARK + BYTE_ORDER_MARK)).containsExactly(BYTE_ORDER_MARK);
  }

  /** Of a mark that is cut off the bytes are no text. */
  @Test
  void aPartOfTheMarkIsRefused() {
    InputLines lines = new InputLines(new ByteArrayInputStream(new byte[] {(byte) 0xef, 'a'}));
    assertThatThrownBy(lines::next).hasMessageContaining("line 1 of the input is no UTF-8: \\xEFa");
  }

  /** As of a device that has no lines: it does not fill the memory. */
  @Tag("slow")
  @Test
  void aLineWithoutEndIsRefused() {
    InputStream endless =
        new InputStream() {
          @Override
          public int read() {
            return 'x';
          }

          @Override
          public int read(byte[] bytes, int start, int length) {
            Arrays.fill(bytes, start, start + length, (byte) 'x');
            return length;
          }
        };
    assertThatThrownBy(() -> new InputLines(endless).next())
        .hasMessage("line 1 of the input is longer than 67108864 bytes");
  }

  @Test
  void whatIsNotReadIsNamed() {
    InputStream directory =
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw new IOException("Is a directory");
          }

          @Override
          public int read(byte[] bytes, int start, int length) throws IOException {
            return read();
          }
        };
    assertThatThrownBy(() -> new InputLines(directory).next())
        .hasMessage("cannot read standard input: Is a directory");
  }

  private static List<String> lines(String text) throws IOException {
    InputLines input =
        new InputLines(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    List<String> lines = new ArrayList<>();
    for (String line = input.next(); line != null; line = input.next()) {
      lines.add(line);
    }
    return lines;
  }
}
