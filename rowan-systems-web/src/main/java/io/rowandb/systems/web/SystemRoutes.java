package io.rowandb.systems.web;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.rowandb.cli.terminal.JsonText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.Semaphore;

/**
 * Where a system says what is answered. Paths begin with a slash, or are empty for the first page;
 * {@code {phone}} in a path is a place, whose value is in {@link WebRequest#path}.
 */
public final class SystemRoutes {
  private static final String JSON = "application/json";
  private static final String SAMPLE = "/sample";
  private static final int ACCEPTED = 202;

  private final RoutesConfig routes;
  private final String name;
  private final PageFrame frame;
  private final Semaphore streams;

  SystemRoutes(RoutesConfig routes, String name, PageFrame frame, Semaphore streams) {
    this.routes = routes;
    this.name = name;
    this.frame = frame;
    this.streams = streams;
  }

  /** Makes a page. */
  public interface PageHandler {
    /** May throw a WebException, which makes a page that says it. */
    WebPage page(WebRequest request) throws IOException;
  }

  /** Makes an object of JSON. */
  public interface JsonHandler {
    /** The fields, in their order; may throw a WebException. */
    Map<String, ?> json(WebRequest request) throws IOException;
  }

  /** Writes lines of any number. */
  public interface StreamHandler {
    /** Throws what is wrong with the request before it begins the stream. */
    void write(WebRequest request, WebStream to) throws IOException;
  }

  /** A page, at {@code /NAME} and this path. */
  public void page(String path, PageHandler handler) {
    read("/" + name + path, context -> frame.answer(context, handler));
  }

  /** What a form of a page sends, to {@code /NAME} and this path. */
  public void form(String path, PageHandler handler) {
    routes.post("/" + name + path, context -> frame.answer(context, handler));
  }

  /** An answer of the API, at {@code /api/NAME} and this path. */
  public void get(String path, JsonHandler handler) {
    read(api(path), context -> answer(context, handler));
  }

  /** What the API is sent, to {@code /api/NAME} and this path. */
  public void post(String path, JsonHandler handler) {
    routes.post(api(path), context -> answer(context, handler));
  }

  /** Sample data: a form begins them, and the API, which also tells how far they are. */
  public void sample(SampleData sample) {
    form(
        SAMPLE,
        request -> {
          request.form();
          sample.start();
          return WebPage.elsewhere("/" + name);
        });
    get(
        SAMPLE,
        request -> {
          request.query();
          return PageParts.json(sample.progress());
        });
    post(
        SAMPLE,
        request -> {
          request.query();
          request.requireType(JSON);
          sample.start();
          request.status(ACCEPTED);
          return PageParts.json(sample.progress());
        });
  }

  /** An answer of the API in lines, each sent as it comes. */
  public void stream(String path, StreamHandler handler) {
    read(api(path), context -> WebStream.answer(context, handler, streams));
  }

  private String api(String path) {
    return "/api/" + name + path;
  }

  /** Whoever asks for the header alone gets that of the whole answer. */
  private void read(String path, Handler handler) {
    routes.get(path, handler);
    routes.head(path, handler);
  }

  private void answer(Context context, JsonHandler handler) throws IOException {
    Map<String, ?> json = handler.json(new WebRequest(context));
    byte[] bytes = (JsonText.line(json) + "\n").getBytes(StandardCharsets.UTF_8);
    context.contentType(JSON);
    if (bytes.length <= WebStream.LONG_BYTES) {
      context.result(bytes);
    } else {
      WebStream.within(streams, context, () -> context.outputStream().write(bytes));
    }
  }
}
