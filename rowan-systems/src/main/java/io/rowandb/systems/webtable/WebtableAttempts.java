package io.rowandb.systems.webtable;

import io.rowandb.schema.key.Digest;
import io.rowandb.schema.key.Parts;
import io.rowandb.schema.key.RowKeyBuilder;
import io.rowandb.schema.pattern.RecordQuery;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.table.Splits;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.table.TableDesignBuilder;
import io.rowandb.systems.measure.Attempt;
import io.rowandb.systems.measure.Question;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * Designs for pages, for links and for what is to be fetched, from those that come to mind first to
 * those that {@link Webtable} and {@link Frontier} have.
 */
public final class WebtableAttempts {
  /** What is asked of pages: one. */
  public static final String PAGE = "a page";

  /** What is asked of pages: those of a domain and its subdomains. */
  public static final String DOMAIN = "a domain";

  /** What is asked of links: those of a page. */
  public static final String OUTGOING = "links of a page";

  /** What is asked of links: those to a page. */
  public static final String INCOMING = "links to a page";

  /** What is asked of the frontier: the pages of a host, by their time. */
  public static final String HOST = "a host's queue";

  private static final int REGIONS = 16;

  /** Plain addresses begin with the scheme. */
  private static final String[] REGIONS_OF_URLS = {
    "http://c",
    "http://f",
    "http://j",
    "http://m",
    "http://q",
    "http://t",
    "http://w",
    "https://",
    "https://c",
    "https://f",
    "https://j",
    "https://m",
    "https://q",
    "https://t",
    "https://w"
  };

  private static final DateTimeFormatter DIGITS =
      DateTimeFormatter.ofPattern("yyyyMMddHHmmss").withZone(ZoneOffset.UTC);

  /** A page by its address, without what all designs would have alike. */
  record UrlPage(String url, Instant time, int status, String hash) {
    static UrlPage of(PageFetch fetch) {
      return new UrlPage(fetch.url().toString(), fetch.time(), fetch.status(), fetch.hash());
    }
  }

  /**
   * A page by the parts of its address.
   *
   * @param host as the design has it
   */
  record HostPage(
      String host, int port, boolean secure, String path, Instant time, int status, String hash) {
    static HostPage of(String host, PageFetch fetch) {
      PageUrl url = fetch.url();
      return new HostPage(
          host, url.port(), url.secure(), url.path(), fetch.time(), fetch.status(), fetch.hash());
    }
  }

  /** A page in a queue. */
  record QueuedUrl(int bucket, String site, Instant due, String url) {
    static QueuedUrl of(DueUrl due) {
      String site = due.url().site();
      return new QueuedUrl(StoredUrl.bucket(site), site, due.due(), due.url().toString());
    }
  }

  // Fixed at construction.
  private final List<PageUrl> urls;
  private final List<String> domains;

  /**
   * Attempts that are asked about these pages, the hosts of these, and these domains.
   *
   * @param urls at least one
   * @param domains at least one
   */
  public WebtableAttempts(List<PageUrl> urls, List<String> domains) {
    if (urls.isEmpty() || domains.isEmpty()) {
      throw new IllegalArgumentException("no page or no domain to ask about");
    }
    this.urls = List.copyOf(urls);
    this.domains = domains.stream().map(UrlText::host).toList();
  }

  /** Designs for pages. */
  public List<Attempt<PageFetch, ?>> pages() {
    return List.of(
        byUrl(
            "plain url",
            "the address as it is",
            key -> key.part(UrlPage::url, Parts.textToEnd()),
            Splits.at(REGIONS_OF_URLS)),
        byUrl(
            "hash of url",
            "8 bytes of MD5(url) | url",
            key ->
                key.hash(Digest.md5(Long.BYTES), UrlPage::url)
                    .part(UrlPage::url, Parts.textToEnd()),
            Splits.even(REGIONS)),
        byHost(
            "no closing dot",
            "com.cnn | port | secure | path",
            key -> key.part(HostPage::host, Parts.reversedDomain(Parts.text())),
            PageUrl::host,
            (table, domain) -> table.all().ofDomain(HostPage::host, domain)),
        byHost(
            "in use",
            "com.cnn. | port | secure | path",
            key -> key.part(HostPage::host),
            PageUrl::site,
            (table, domain) -> table.all().startingWith(HostPage::host, UrlText.site(domain))));
  }

  /** A question about one of many things. */
  private interface Asked<R, T> {
    RecordQuery<R> ask(RecordTable<R> table, T about);
  }

  private static <R, T> Question<R> about(String name, List<T> all, Asked<R, T> question) {
    return new Question<>(
        name,
        all.stream()
            .<Function<RecordTable<R>, RecordQuery<R>>>map(
                each -> table -> question.ask(table, each))
            .toList());
  }

  private Attempt<PageFetch, UrlPage> byUrl(
      String name, String idea, UnaryOperator<RowKeyBuilder<UrlPage>> key, Splits<UrlPage> splits) {
    TableDesign<UrlPage> design =
        TableDesign.of(table("pages", name), UrlPage.class)
            .key(key)
            .family("p")
            .column(UrlPage::time, "p:t")
            .column(UrlPage::status, "p:s")
            .column(UrlPage::hash, "p:h")
            .splits(splits)
            .build();
    return new Attempt<>(
        name,
        idea,
        design,
        UrlPage::of,
        List.of(
            about(PAGE, urls, (table, url) -> table.where(UrlPage::url).is(url.toString())),
            about(
                DOMAIN,
                domains,
                (table, domain) ->
                    table.all().allowFullScan().filter(each -> isOf(each.url(), domain)))));
  }

  private static boolean isOf(String url, String domain) {
    String host = PageUrl.of(url).host();
    return host.equals(domain) || host.endsWith("." + domain);
  }

  private Attempt<PageFetch, HostPage> byHost(
      String name,
      String idea,
      UnaryOperator<RowKeyBuilder<HostPage>> hostFirst,
      Function<PageUrl, String> host,
      Asked<HostPage, String> ofDomain) {
    TableDesign<HostPage> design =
        TableDesign.of(table("pages", name), HostPage.class)
            .key(
                key ->
                    hostFirst
                        .apply(key)
                        .part(HostPage::port, Parts.unsignedInt(Short.BYTES))
                        .part(HostPage::secure)
                        .part(HostPage::path, Parts.textToEnd()))
            .family("p")
            .column(HostPage::time, "p:t")
            .column(HostPage::status, "p:s")
            .column(HostPage::hash, "p:h")
            .splits(StoredPage.splits())
            .build();
    return new Attempt<>(
        name,
        idea,
        design,
        fetch -> HostPage.of(host.apply(fetch.url()), fetch),
        List.of(
            about(
                PAGE,
                urls,
                (table, url) ->
                    table
                        .where(HostPage::host)
                        .is(host.apply(url))
                        .where(HostPage::port)
                        .is(url.port())
                        .where(HostPage::secure)
                        .is(url.secure())
                        .where(HostPage::path)
                        .is(url.path())),
            about(DOMAIN, domains, ofDomain)));
  }

  /** Designs for links. The one in use is the second, beside a copy in the row of their page. */
  public List<Attempt<PageAnchor, ?>> anchors() {
    return List.of(
        anchors(
            "source side",
            "source | place",
            key ->
                key.part(StoredAnchor::fromSite)
                    .part(StoredAnchor::fromPort, Parts.unsignedInt(Short.BYTES))
                    .part(StoredAnchor::fromSecure)
                    .part(StoredAnchor::fromPath)
                    .part(StoredAnchor::place, Parts.unsignedInt(Short.BYTES)),
            design ->
                design
                    .column(StoredAnchor::site, "a:site")
                    .column(StoredAnchor::port, "a:port")
                    .column(StoredAnchor::secure, "a:secure")
                    .column(StoredAnchor::path, "a:path"),
            WebtableAttempts::from,
            (table, url) ->
                table.all().allowFullScan().filter(each -> each.anchor().target().equals(url))),
        anchors(
            "target side",
            "target | source | place",
            StoredAnchor::key,
            UnaryOperator.identity(),
            (table, url) ->
                table.all().allowFullScan().filter(each -> each.anchor().source().equals(url)),
            Webtable::to));
  }

  private static RecordQuery<StoredAnchor> from(RecordTable<StoredAnchor> table, PageUrl url) {
    return table
        .where(StoredAnchor::fromSite)
        .is(url.site())
        .where(StoredAnchor::fromPort)
        .is(url.port())
        .where(StoredAnchor::fromSecure)
        .is(url.secure())
        .where(StoredAnchor::fromPath)
        .is(url.path());
  }

  private Attempt<PageAnchor, StoredAnchor> anchors(
      String name,
      String idea,
      UnaryOperator<RowKeyBuilder<StoredAnchor>> key,
      UnaryOperator<TableDesignBuilder<StoredAnchor>> columns,
      Asked<StoredAnchor, PageUrl> outgoing,
      Asked<StoredAnchor, PageUrl> incoming) {
    TableDesign<StoredAnchor> design =
        columns
            .apply(TableDesign.of(table("anchors", name), StoredAnchor.class).key(key).family("a"))
            .column(StoredAnchor::text, "a:t")
            .splits(StoredPage.splits())
            .build();
    return new Attempt<>(
        name,
        idea,
        design,
        StoredAnchor::of,
        List.of(about(OUTGOING, urls, outgoing), about(INCOMING, urls, incoming)));
  }

  /**
   * Designs for the queue of what is to be fetched.
   *
   * @param first when the first of the pages is due
   * @param last when the last one is
   */
  public List<Attempt<DueUrl, ?>> frontier(Instant first, Instant last) {
    String[] times =
        IntStream.range(1, REGIONS)
            .mapToObj(i -> Duration.between(first, last).multipliedBy(i).dividedBy(REGIONS))
            .map(part -> DIGITS.format(first.plus(part)))
            .distinct()
            .toArray(String[]::new);
    return List.of(
        frontier(
            "due first",
            "yyyyMMddHHmmss | due | site | url",
            key ->
                key.part(QueuedUrl::due, Parts.calendar("yyyyMMddHHmmss").truncated())
                    .part(QueuedUrl::due)
                    .part(QueuedUrl::site)
                    .part(QueuedUrl::url, Parts.textToEnd()),
            Splits.at(times),
            design -> design.column(QueuedUrl::bucket, "q:b"),
            (table, site) -> table.all().allowFullScan().filter(each -> each.site().equals(site))),
        frontier(
            "in use",
            "bucket | site | due | url",
            key ->
                key.part(QueuedUrl::bucket, Parts.unsignedInt(1))
                    .part(QueuedUrl::site)
                    .part(QueuedUrl::due)
                    .part(QueuedUrl::url, Parts.textToEnd()),
            StoredUrl.buckets(),
            UnaryOperator.identity(),
            (table, site) ->
                table
                    .where(QueuedUrl::bucket)
                    .is(StoredUrl.bucket(site))
                    .where(QueuedUrl::site)
                    .is(site)));
  }

  private Attempt<DueUrl, QueuedUrl> frontier(
      String name,
      String idea,
      UnaryOperator<RowKeyBuilder<QueuedUrl>> key,
      Splits<QueuedUrl> splits,
      UnaryOperator<TableDesignBuilder<QueuedUrl>> columns,
      Asked<QueuedUrl, String> ofHost) {
    TableDesign<QueuedUrl> design =
        columns
            .apply(TableDesign.of(table("frontier", name), QueuedUrl.class).key(key).family("q"))
            .splits(splits)
            .build();
    List<String> sites = urls.stream().map(PageUrl::site).distinct().toList();
    return new Attempt<>(name, idea, design, QueuedUrl::of, List.of(about(HOST, sites, ofHost)));
  }

  private static String table(String of, String name) {
    return "compare_webtable_" + of + "_" + name.replace(" ", "");
  }
}
