package io.rowandb.bench.systems;

import io.rowandb.systems.webtable.MadeUpWeb;
import io.rowandb.systems.webtable.PageFetch;
import io.rowandb.systems.webtable.PageUrl;
import io.rowandb.systems.webtable.Webtable;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.apache.hadoop.hbase.client.Connection;

/** Fetches of two crawls, a week apart; fifty pages of each host on average. */
final class WebMeasured implements MeasuredSystem {
  private static final int CRAWLS = 2;
  private static final int OF_A_HOST = 50;
  private static final int MOST_HOSTS = 1_000_000;
  private static final int PAGE = 20;
  private static final Instant FIRST = Instant.parse("2011-07-01T00:00:00Z");
  private static final Instant LATER = Instant.parse("2012-01-01T00:00:00Z");

  private final Webtable webtable;
  private final MadeUpWeb web;
  private final EndlessData<PageFetch> more;

  WebMeasured(Connection connection, long count) throws IOException {
    long pages = Math.max(OF_A_HOST, count / CRAWLS);
    int hosts = (int) Math.max(1, Math.min(MOST_HOSTS, pages / OF_A_HOST));
    this.web = new MadeUpWeb(1, hosts, pages, FIRST, CRAWLS);
    this.webtable = Webtable.open(connection);
    this.more =
        new EndlessData<>(
            1,
            turn ->
                new MadeUpWeb(1, hosts, pages, LATER.plus(Duration.ofDays(30 * turn)), CRAWLS)
                    .fetches());
  }

  @Override
  public String loaded() {
    return "fetches";
  }

  @Override
  public long load(long wanted) throws IOException {
    return webtable.addAll(web.fetches());
  }

  @Override
  public void write() throws IOException {
    webtable.add(more.next());
  }

  @Override
  public List<Question> questions() {
    return List.of(
        new Question("webtable: a page", r -> webtable.page(url(r)).isPresent() ? 1 : 0),
        new Question(
            "webtable: a page then", r -> webtable.page(url(r), web.end(0)).isPresent() ? 1 : 0),
        new Question("webtable: links of a page", r -> webtable.outgoing(url(r)).size()),
        new Question(
            "webtable: links to a page",
            r -> webtable.incoming(url(r), PAGE, Optional.empty()).records().size()),
        new Question(
            "webtable: a site",
            r ->
                webtable
                    .domain(url(r).host(), Webtable.NOW, PAGE, Optional.empty())
                    .records()
                    .size()));
  }

  /** As links are spread: the small numbers more often. */
  private PageUrl url(SplittableRandom random) {
    return web.url((long) (web.pages() * Math.pow(random.nextDouble(), 3)));
  }

  @Override
  public void close() {
    webtable.close();
  }
}
