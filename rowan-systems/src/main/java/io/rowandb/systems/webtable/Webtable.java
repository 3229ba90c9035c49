package io.rowandb.systems.webtable;

import io.rowandb.schema.pattern.Explanation;
import io.rowandb.schema.pattern.Page;
import io.rowandb.schema.pattern.RecordQuery;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.view.ViewedTable;
import io.rowandb.systems.batch.Batches;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;

/**
 * The pages of a crawler, each with its newest versions, and the links between them, in tables that
 * any number of programs write. Used by any number of threads.
 *
 * <p>The key of a page is {@code site | port | secure | path}. The site is the host with its labels
 * reversed and a dot behind the last, {@code com.cnn.www.}: so a domain and all its subdomains are
 * one range, without {@code cnnfoo.com}, of which {@code com.cnn} alone is a beginning. Each fetch
 * is a version of two columns, with the fetch's time: what is known of it, and, in a family of its
 * own, the body; so most questions read no body. Of a page the newest {@value StoredPage#VERSIONS}
 * versions are kept.
 *
 * <p>The links of the newest fetch are in the page's row. A view has them once more, with the
 * target first. It is written with the page: when a page has lost a link, its target has lost it
 * when {@link #add} ends. If the program died within that call, the next fetch of the page, or
 * {@link #repair}, ends what it began; until then the view may show links of before, of after, or
 * both.
 */
public final class Webtable implements AutoCloseable {
  /** As of the present. */
  public static final Instant NOW = Instant.MAX;

  /** Fetches of the future would hide later writes; clocks differ by less. */
  private static final Duration AHEAD = Duration.ofMinutes(1);

  /** Of a load: a page has some ten links, but may have 10,000. */
  private static final Batches<PageFetch> BATCHES = new Batches<>(200, 1 << 20, Webtable::size);

  /** Characters that a link counts as besides its own: each is a row. */
  private static final int LINK_SIZE = 100;

  // Fixed at construction.
  private final Connection connection;
  private final Clock clock;

  private Webtable(Connection connection, Clock clock) {
    this.connection = connection;
    this.clock = clock;
  }

  /**
   * Opens the tables, and makes them if there are none.
   *
   * @param connection stays open, and stays the caller's
   */
  public static Webtable open(Connection connection) throws IOException {
    ViewedTable.openOrCreate(connection, StoredPage.DESIGN, StoredAnchor.VIEW).close();
    return new Webtable(connection, Clock.systemUTC());
  }

  /**
   * Opens the tables, which must be there.
   *
   * @param connection stays open, and stays the caller's
   * @throws TableNotFoundException when they are not
   */
  public static Webtable openExisting(Connection connection) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      if (!admin.tableExists(StoredPage.DESIGN.name())) {
        throw new TableNotFoundException("there is no table " + StoredPage.DESIGN.name());
      }
    }
    return new Webtable(connection, Clock.systemUTC());
  }

  /** A table is one thread's, and opening one asks no server. */
  private ViewedTable<StoredPage> pages() throws IOException {
    return ViewedTable.open(connection, StoredPage.DESIGN, StoredAnchor.VIEW);
  }

  private RecordTable<StoredPage> readable() throws IOException {
    return RecordTable.open(connection, StoredPage.DESIGN);
  }

  private RecordTable<StoredAnchor> anchors() throws IOException {
    return RecordTable.open(connection, StoredAnchor.DESIGN);
  }

  /**
   * Adds a fetch to the versions of its page, in the place of one of the same time. The page's
   * links are then those of its newest fetch, whichever was added first. It can be called again.
   *
   * @throws IllegalArgumentException when the time is more than a minute ahead
   * @throws IOException when it did not complete; the next call for the page, or {@link #repair},
   *     completes it
   */
  public void add(PageFetch fetch) throws IOException {
    checkNotAhead(fetch.time(), clock);
    try (ViewedTable<StoredPage> pages = pages()) {
      add(pages, List.of(fetch));
    }
  }

  /**
   * Adds fetches, many per call, those of a page one after the other. When it fails, some may be
   * there: it can be called again.
   *
   * @param fetches are closed
   * @return how many
   * @throws IllegalArgumentException as {@link #add}, when those before it are added
   */
  public long addAll(Stream<PageFetch> fetches) throws IOException {
    try (fetches;
        ViewedTable<StoredPage> pages = pages()) {
      return BATCHES.each(
          fetches.peek(each -> checkNotAhead(each.time(), clock)), batch -> add(pages, batch));
    }
  }

  private static int size(PageFetch fetch) {
    long links = fetch.links().stream().mapToLong(each -> each.bytes() + LINK_SIZE).sum();
    return Math.toIntExact(fetch.body().length() + links); // at most 9,000,000
  }

  /**
   * Checks that a fetch can be added now.
   *
   * @throws IllegalArgumentException when its time is more than a minute ahead
   */
  static void checkNotAhead(Instant time, Clock clock) {
    if (time.isAfter(clock.instant().plus(AHEAD))) {
      throw new IllegalArgumentException("time " + time + " is in the future");
    }
  }

  /** Each as a step of its own; whoever is faster, the page gets the versions of all. */
  private static void add(ViewedTable<StoredPage> pages, List<PageFetch> fetches)
      throws IOException {
    pages.mergeAll(fetches.stream().map(StoredPage::of).toList(), StoredPage::with);
  }

  /** The newest version of a page. */
  public Optional<PageVersion> page(PageUrl url) throws IOException {
    return page(url, NOW);
  }

  /**
   * A page as of a time.
   *
   * @return empty when it had not been fetched by then; without a body when that version is not
   *     kept any more, which its state tells
   */
  public Optional<PageVersion> page(PageUrl url, Instant time) throws IOException {
    Optional<StoredPage> page = stored(url);
    for (PageVersion each : page.map(StoredPage::versions).orElse(List.of())) {
      if (!each.state().time().isAfter(time)) {
        return Optional.of(each);
      }
    }
    return page.filter(there -> !there.first().isAfter(time))
        .map(there -> new PageVersion(PageState.forgotten(url, there.first()), ""));
  }

  /** The versions of a page that are kept, the newest first. */
  public List<PageVersion> history(PageUrl url) throws IOException {
    return stored(url).map(StoredPage::versions).orElse(List.of());
  }

  /** The same without their contents, which are not read. */
  public List<PageState> states(PageUrl url) throws IOException {
    try (RecordTable<StoredPage> pages = readable()) {
      return of(pages, url)
          .select(StoredPage.Facts.class)
          .first()
          .map(StoredPage.Facts::states)
          .orElse(List.of());
    }
  }

  /** Some page; empty when there is none. */
  public Optional<PageUrl> any() throws IOException {
    try (RecordTable<StoredPage> pages = readable()) {
      return pages
          .all()
          .allowFullScan()
          .select(StoredPage.Facts.class)
          .first()
          .map(StoredPage.Facts::url);
    }
  }

  private Optional<StoredPage> stored(PageUrl url) throws IOException {
    try (RecordTable<StoredPage> pages = readable()) {
      return pages.get(url.site(), url.port(), url.secure(), url.path());
    }
  }

  private static RecordQuery<StoredPage> of(RecordTable<StoredPage> pages, PageUrl url) {
    return pages
        .where(StoredPage::site)
        .is(url.site())
        .where(StoredPage::port)
        .is(url.port())
        .where(StoredPage::secure)
        .is(url.secure())
        .where(StoredPage::path)
        .is(url.path());
  }

  /** How {@link #page} is read. */
  public Explanation explainPage(PageUrl url) throws IOException {
    try (RecordTable<StoredPage> pages = readable()) {
      return of(pages, url).explain();
    }
  }

  /**
   * The pages of a domain and all its subdomains as of a time, in the order of their rows.
   *
   * @param time {@link #NOW} for the present
   * @param size how many at most; fewer, even none, may come with more behind them, when some had
   *     not been fetched by then
   * @param token of the page before; empty for the first
   * @throws IllegalArgumentException when it is no domain, or the token is of another question
   */
  public Page<PageState> domain(String domain, Instant time, int size, Optional<String> token)
      throws IOException {
    try (RecordTable<StoredPage> pages = readable()) {
      Page<StoredPage.Facts> page = facts(pages, domain, size, token);
      return new Page<>(
          page.records().stream().map(each -> each.asOf(time)).filter(Objects::nonNull).toList(),
          page.next());
    }
  }

  private static Page<StoredPage.Facts> facts(
      RecordTable<StoredPage> pages, String domain, int size, Optional<String> token)
      throws IOException {
    var facts = ofDomain(pages, domain).select(StoredPage.Facts.class);
    return token.isEmpty() ? facts.page(size) : facts.page(size, token.get());
  }

  /**
   * Checks that a text is a domain that can be asked about.
   *
   * @throws IllegalArgumentException when it is none
   */
  public static void checkDomain(String domain) {
    UrlText.host(domain);
  }

  private static RecordQuery<StoredPage> ofDomain(RecordTable<StoredPage> pages, String domain) {
    return pages.all().startingWith(StoredPage::site, UrlText.site(UrlText.host(domain)));
  }

  /** How {@link #domain} and {@link #changes} are read. */
  public Explanation explainDomain(String domain) throws IOException {
    try (RecordTable<StoredPage> pages = readable()) {
      return ofDomain(pages, domain).select(StoredPage.Facts.class).explain();
    }
  }

  /**
   * What changed in a domain and all its subdomains between two times, such as the ends of two
   * crawls, in the order of the rows.
   *
   * @param from the earlier time
   * @param to the later one
   * @param change gets each page that differs once
   * @return how many
   */
  public long changes(String domain, Instant from, Instant to, Consumer<PageChange> change)
      throws IOException {
    checkSpan(from, to);
    long changes = 0;
    try (RecordTable<StoredPage> pages = readable();
        Stream<StoredPage.Facts> all =
            ofDomain(pages, domain).select(StoredPage.Facts.class).stream()) {
      for (Iterator<StoredPage.Facts> each = all.iterator(); each.hasNext(); ) {
        StoredPage.Facts facts = each.next();
        PageChange.Kind kind = kind(facts.asOf(from), facts.asOf(to));
        if (kind != null) {
          change.accept(new PageChange(facts.url(), kind));
          changes++;
        }
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    return changes;
  }

  /**
   * The same, some pages at a time.
   *
   * @param size how many pages are looked at; so many changes come at most, and fewer, even none,
   *     may come with more behind them
   * @param token of the changes before; empty for the first
   * @throws IllegalArgumentException as {@link #domain}, or when the span ends before it begins
   */
  public Page<PageChange> changes(
      String domain, Instant from, Instant to, int size, Optional<String> token)
      throws IOException {
    checkSpan(from, to);
    try (RecordTable<StoredPage> pages = readable()) {
      Page<StoredPage.Facts> looked = facts(pages, domain, size, token);
      List<PageChange> changes = new ArrayList<>();
      for (StoredPage.Facts each : looked.records()) {
        PageChange.Kind kind = kind(each.asOf(from), each.asOf(to));
        if (kind != null) {
          changes.add(new PageChange(each.url(), kind));
        }
      }
      return new Page<>(changes, looked.next());
    }
  }

  private static void checkSpan(Instant from, Instant to) {
    if (to.isBefore(from)) {
      throw new IllegalArgumentException("to " + to + " is before from " + from);
    }
  }

  /** Null for no change. */
  private static PageChange.Kind kind(PageState before, PageState after) {
    if ((before != null && before.isForgotten()) || (after != null && after.isForgotten())) {
      return PageChange.Kind.FORGOTTEN;
    }
    boolean was = before != null && before.isThere();
    boolean is = after != null && after.isThere();
    if (was && is) {
      return before.hash().equals(after.hash()) ? null : PageChange.Kind.CHANGED;
    }
    return was ? PageChange.Kind.GONE : is ? PageChange.Kind.NEW : null;
  }

  /** The links that a page has now, in its order. */
  public List<PageAnchor> outgoing(PageUrl url) throws IOException {
    try (RecordTable<StoredPage> pages = readable()) {
      return of(pages, url)
          .select(StoredPage.Outgoing.class)
          .first()
          .map(StoredPage.Outgoing::anchors)
          .orElse(List.of());
    }
  }

  /**
   * The links that lead to a page now, by the pages that have them.
   *
   * @param size how many at most
   * @param token of the page before; empty for the first
   * @throws IllegalArgumentException when the token is of another question
   */
  public Page<PageAnchor> incoming(PageUrl url, int size, Optional<String> token)
      throws IOException {
    try (RecordTable<StoredAnchor> anchors = anchors()) {
      return page(to(anchors, url), size, token);
    }
  }

  /**
   * The links that lead to any page of a domain and its subdomains now, in the order of their
   * targets.
   *
   * @param size how many at most
   * @param token of the page before; empty for the first
   * @throws IllegalArgumentException as {@link #domain}
   */
  public Page<PageAnchor> incomingOfDomain(String domain, int size, Optional<String> token)
      throws IOException {
    try (RecordTable<StoredAnchor> anchors = anchors()) {
      return page(toDomain(anchors, domain), size, token);
    }
  }

  private static Page<PageAnchor> page(
      RecordQuery<StoredAnchor> query, int size, Optional<String> token) throws IOException {
    Page<StoredAnchor> page = token.isEmpty() ? query.page(size) : query.page(size, token.get());
    return new Page<>(page.records().stream().map(StoredAnchor::anchor).toList(), page.next());
  }

  static RecordQuery<StoredAnchor> to(RecordTable<StoredAnchor> anchors, PageUrl url) {
    return anchors
        .where(StoredAnchor::site)
        .is(url.site())
        .where(StoredAnchor::port)
        .is(url.port())
        .where(StoredAnchor::secure)
        .is(url.secure())
        .where(StoredAnchor::path)
        .is(url.path());
  }

  private static RecordQuery<StoredAnchor> toDomain(
      RecordTable<StoredAnchor> anchors, String domain) {
    return anchors.all().startingWith(StoredAnchor::site, UrlText.site(UrlText.host(domain)));
  }

  /** How {@link #incoming} is read. */
  public Explanation explainIncoming(PageUrl url) throws IOException {
    try (RecordTable<StoredAnchor> anchors = anchors()) {
      return to(anchors, url).explain();
    }
  }

  /** How {@link #incomingOfDomain} is read. */
  public Explanation explainIncomingOfDomain(String domain) throws IOException {
    try (RecordTable<StoredAnchor> anchors = anchors()) {
      return toDomain(anchors, domain).explain();
    }
  }

  /**
   * Ends what programs began that died within {@link #add}. Reads the marks of all pages.
   *
   * @return how many writes it ended
   */
  public long repair() throws IOException {
    try (ViewedTable<StoredPage> pages = pages()) {
      return pages.repair(Duration.ZERO).finished();
    }
  }

  /** The connection stays open. */
  @Override
  public void close() {
    // Tables are opened for each call.
  }
}
