package io.rowandb.systems.web;

import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.hbase.client.Connection;

/** A system that does what tests want to see. */
final class FakePages implements SystemPages {
  static final String LINE = "x".repeat(1000);

  private final AtomicBoolean closed = new AtomicBoolean();

  FakePages(Connection connection) {
    assert !connection.isClosed();
  }

  boolean isClosed() {
    return closed.get();
  }

  @Override
  public String name() {
    return "fake";
  }

  @Override
  public String title(Language language) {
    return language.say("Fake <1>", "假的 <1>");
  }

  @Override
  public String about(Language language) {
    return "It does nothing.";
  }

  @Override
  public void addTo(SystemRoutes routes) {
    routes.page("", request -> WebPage.of("Echo", Html.of("{}", request.query("q").text("q"))));
    routes.page("/long", request -> WebPage.of("Long", Html.of("{}", LINE.repeat(10_000))));
    routes.page(
        "/broken",
        request -> {
          throw new IllegalStateException("secret of the store");
        });
    routes.get(
        "/broken",
        request -> {
          throw new IllegalStateException("secret of the store");
        });
    routes.get("/places/{place}", request -> Map.of("place", request.path().text("place")));
    routes.get("/long", request -> Map.of("long", LINE.repeat(10_000)));
    routes.post("/text", request -> Map.of("length", request.text().length()));
    routes.stream(
        "/lines/{count}",
        (request, to) -> {
          long count = request.path().whole("count", 0, 1_000_000);
          if (to.begin("text/plain")) {
            for (long i = 0; i < count; i++) {
              to.line(LINE);
            }
            throw new IllegalStateException("secret of the store");
          }
        });
  }

  @Override
  public void close() {
    closed.set(true);
  }
}
