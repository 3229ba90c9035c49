package io.rowandb.systems.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** A body is read to its end, or refused for what is wrong with it. */
class BodyReaderTest {
  private static final Duration HOUR = Duration.ofHours(1);

  private static String read(InputStream body, long mostBytes, Duration most) throws IOException {
    try (BodyReader reader = new BodyReader(body, mostBytes, most)) {
      StringWriter text = new StringWriter();
      reader.transferTo(text);
      return text.toString();
    }
  }

  private static InputStream bytes(byte... bytes) {
    return new ByteArrayInputStream(bytes);
  }

  @Test
  void aBodyWithinItsBoundsIsText() throws IOException {
    String text = "é\uD83D\uDE00\n".repeat(5_000);
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    assertThat(read(bytes(bytes), bytes.length, HOUR)).isEqualTo(text);
    assertThatThrownBy(() -> read(bytes(bytes), bytes.length - 1, HOUR))
        .isInstanceOfSatisfying(WebException.class, e -> assertThat(e.status()).isEqualTo(413))
        .hasMessage("the body has more than 34999 bytes");
    assertThat(read(bytes(), 0, HOUR)).isEmpty();
  }

  @Test
  void whatIsNoTextIsRefused() {
    for (byte[] wrong : new byte[][] {{'a', (byte) 0xFF}, {'a', (byte) 0xC3}}) {
      assertThatThrownBy(() -> read(bytes(wrong), 10, HOUR))
          .isInstanceOfSatisfying(WebException.class, e -> assertThat(e.status()).isEqualTo(400))
          .hasMessage("the body is no text in UTF-8");
    }
  }

  @Test
  void aBodyThatTakesTooLongIsRefused() {
    assertThatThrownBy(() -> read(bytes((byte) 'a'), 10, Duration.ofNanos(-1)))
        .isInstanceOfSatisfying(WebException.class, e -> assertThat(e.status()).isEqualTo(408));
    InputStream silent =
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw new IOException(new TimeoutException("silent"));
          }

          @Override
          public int read(byte[] to, int from, int length) throws IOException {
            return read();
          }
        };
    assertThatThrownBy(() -> read(silent, 10, HOUR))
        .isInstanceOfSatisfying(WebException.class, e -> assertThat(e.status()).isEqualTo(408))
        .hasMessage("the body took too long to come");
  }
}
