package io.rowandb.systems.web.webtable;

import io.rowandb.systems.web.BackgroundLoad;
import io.rowandb.systems.web.BackgroundLoad.Progress;
import io.rowandb.systems.web.SampleData;
import io.rowandb.systems.webtable.Frontier;
import io.rowandb.systems.webtable.MadeUpWeb;
import io.rowandb.systems.webtable.PageFetch;
import io.rowandb.systems.webtable.Webtable;
import java.io.IOException;
import java.time.Instant;
import java.util.Iterator;
import java.util.function.BooleanSupplier;

/** A made-up web, crawled three times, for empty tables; always the same. Thread-safe. */
final class SampleWeb implements SampleData, AutoCloseable {
  static final MadeUpWeb WEB = new MadeUpWeb(1, 30, 200, Instant.parse("2011-07-01T00:00:00Z"), 3);

  private final WebtableSpace space;
  private final BackgroundLoad load = new BackgroundLoad();

  SampleWeb(WebtableSpace space) {
    this.space = space;
  }

  @Override
  public Progress progress() {
    return load.progress();
  }

  /** Begins to store it; refuses to mix it with pages of others. */
  @Override
  public void start() throws IOException {
    Webtable webtable = space.made();
    Frontier frontier = space.frontierMade();
    load.start(
        WEB.fetches().count(),
        () -> webtable.any().isPresent(),
        "there are pages; sample pages are for an empty table",
        next -> store(webtable, frontier, next));
  }

  private static void store(Webtable webtable, Frontier frontier, BooleanSupplier next)
      throws IOException {
    for (Iterator<PageFetch> each = WEB.fetches().iterator();
        each.hasNext() && next.getAsBoolean(); ) {
      PageFetch fetch = each.next();
      webtable.add(fetch);
      if (fetch.isThere()) {
        frontier.schedule(fetch.url(), fetch.time().plus(MadeUpWeb.GAP));
      }
    }
  }

  @Override
  public void close() {
    load.close();
  }
}
