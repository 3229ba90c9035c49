package io.rowandb.systems.web;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeoutException;

/** The text of a body within bounds, which are checked as it comes. Used by one thread. */
final class BodyReader extends Reader {
  // Fixed at construction.
  private final Reader text;

  BodyReader(InputStream body, long mostBytes, Duration most) {
    text =
        new InputStreamReader(
            new Bounded(body, mostBytes, most), StandardCharsets.UTF_8.newDecoder());
  }

  @Override
  public int read(char[] to, int from, int length) throws IOException {
    try {
      return text.read(to, from, length);
    } catch (CharacterCodingException e) {
      throw WebException.wrong("the body is no text in UTF-8");
    } catch (IOException e) {
      if (e.getCause() instanceof TimeoutException) {
        throw tooSlow();
      }
      throw e;
    }
  }

  private static WebException tooSlow() {
    return new WebException(WebRequest.TOO_SLOW, "the body took too long to come");
  }

  @Override
  public void close() throws IOException {
    text.close();
  }

  /** Counts what is read, and the time since the first byte was waited for. */
  private static final class Bounded extends FilterInputStream {
    // Fixed at construction.
    private final long mostBytes;
    private final Duration most;
    private final long begun = System.nanoTime();

    private long bytes;

    Bounded(InputStream body, long mostBytes, Duration most) {
      super(body);
      this.mostBytes = mostBytes;
      this.most = most;
    }

    @Override
    public int read() throws IOException {
      return counted(in.read(), 1);
    }

    @Override
    public int read(byte[] to, int from, int length) throws IOException {
      int read = in.read(to, from, length);
      return counted(read, read);
    }

    private int counted(int read, int more) {
      bytes += read < 0 ? 0 : more;
      if (bytes > mostBytes) {
        throw new WebException(
            WebRequest.TOO_LARGE, "the body has more than " + mostBytes + " bytes");
      }
      if (System.nanoTime() - begun > most.toNanos()) {
        throw tooSlow();
      }
      return read;
    }
  }
}
