package io.rowandb.systems.web;

import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import io.rowandb.cli.Failures;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Semaphore;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;

/**
 * An answer of lines, of which only a buffer is in memory. One that fails on its way is broken off
 * rather than ended, so that its client does not take it for whole. Used by one thread.
 */
public final class WebStream {
  /** What is longer waits for its client, as answers in lines do; sockets take shorter ones. */
  static final int LONG_BYTES = 1 << 17;

  private static final System.Logger LOG = System.getLogger(WebStream.class.getName());

  private final Context context;
  private Writer out = Writer.nullWriter();

  private WebStream(Context context) {
    this.context = context;
  }

  /** Answers. */
  static void answer(Context context, SystemRoutes.StreamHandler handler, Semaphore free)
      throws IOException {
    within(free, context, () -> answer(context, handler));
  }

  /** Writes a long answer. */
  interface Writing {
    /** Returns when its client has taken it. */
    void write() throws IOException;
  }

  /**
   * Writes a long answer, of which few are under way at once.
   *
   * @param free has one permit for each that may still be under way
   * @throws WebException when there is none
   */
  static void within(Semaphore free, Context context, Writing answer) throws IOException {
    if (!free.tryAcquire()) {
      context.header("Retry-After", "5");
      throw new WebException(WebException.UNAVAILABLE, "too many long answers are under way");
    }
    try {
      answer.write();
    } finally {
      free.release();
    }
  }

  private static void answer(Context context, SystemRoutes.StreamHandler handler)
      throws IOException {
    WebStream stream = new WebStream(context);
    try {
      handler.write(new WebRequest(context), stream);
      stream.out.flush();
    } catch (IOException | RuntimeException e) {
      if (!context.res().isCommitted()) {
        context.res().resetBuffer();
        throw e;
      }
      LOG.log(System.Logger.Level.INFO, "an answer was broken off: {0}", Failures.oneLine(e));
      ServletContextRequest.getServletContextRequest(context.req()).getServletChannel().abort(e);
    }
  }

  /**
   * The request is right: lines follow.
   *
   * @param type of the content
   * @return whether the lines are wanted; who asks for the header alone does not want them
   */
  public boolean begin(String type) throws IOException {
    context.contentType(type + "; charset=utf-8");
    boolean wanted = !context.method().equals(HandlerType.HEAD);
    if (wanted) {
      out =
          new BufferedWriter(
              new OutputStreamWriter(context.outputStream(), StandardCharsets.UTF_8));
    }
    return wanted;
  }

  /**
   * Writes a line.
   *
   * @throws UncheckedIOException when the client is gone
   */
  public void line(String line) {
    try {
      out.write(line);
      out.write('\n');
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
