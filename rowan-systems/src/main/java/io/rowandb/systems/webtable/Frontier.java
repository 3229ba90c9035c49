package io.rowandb.systems.webtable;

import io.rowandb.schema.pattern.Explanation;
import io.rowandb.schema.pattern.RecordQuery;
import io.rowandb.schema.pattern.RecordTable;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;

/**
 * What crawlers are to fetch next, in tables that any number of programs share. Used by any number
 * of threads.
 *
 * <p>It is a queue of hosts, each with a queue of pages. A crawler claims the host that has been
 * ready for longest, in one of {@value StoredUrl#BUCKETS} buckets, and gets its first page that is
 * due. Until it says {@link #done}, nobody else fetches from that host; and behind that the host
 * has a pause. A claim is a lease: when its crawler dies, host and page are ready again at its end.
 *
 * <p>Host and page are claimed by conditional writes of their rows, {@code bucket | site} and
 * {@code bucket | site | port | secure | path}. The bucket comes from the site and spreads the
 * writes; the two queues are indexes, {@code bucket | ready} and {@code bucket | site | due}.
 *
 * <p>A program that died in a call, or whose call failed, calls {@link #schedule} again for what it
 * was to schedule: a crawler schedules the links of a page before it says {@code done}, and so who
 * fetches the page when the lease has ended does that.
 */
public final class Frontier implements AutoCloseable {
  /** So many of the hosts that are ready are looked at together: others may be claiming them. */
  private static final int HOSTS_AT_ONCE = 4;

  private static final Duration LONGEST = Duration.ofDays(36_500);

  /**
   * How it is shared. All crawlers should have the same.
   *
   * @param clock of which all crawlers have about the same time; it differs by less than the lease
   * @param lease how long a crawler may take for a page: a millisecond to a hundred years
   * @param pause of a host between two fetches: 0 to a hundred years
   */
  public record Settings(Clock clock, Duration lease, Duration pause) {
    /**
     * Checks them.
     *
     * @throws IllegalArgumentException naming what is out of range
     */
    public Settings {
      check("lease", lease, Duration.ofMillis(1));
      check("pause", pause, Duration.ZERO);
    }

    private static void check(String what, Duration duration, Duration least) {
      if (duration.compareTo(least) < 0 || duration.compareTo(LONGEST) > 0) {
        throw new IllegalArgumentException(
            what + " " + duration + " is not from " + least + " to " + LONGEST);
      }
    }

    /** The system's clock, five minutes, and a second. */
    public static Settings usual() {
      return new Settings(Clock.systemUTC(), Duration.ofMinutes(5), Duration.ofSeconds(1));
    }
  }

  // Fixed at construction.
  private final Connection connection;
  private final Settings settings;

  /** The bucket in which the next claim begins to look; other crawlers begin elsewhere. */
  private final AtomicInteger nextBucket = new AtomicInteger(UUID.randomUUID().hashCode());

  private Frontier(Connection connection, Settings settings) {
    this.connection = connection;
    this.settings = settings;
  }

  /**
   * Opens the tables, and makes them if there are none.
   *
   * @param connection stays open, and stays the caller's
   */
  public static Frontier open(Connection connection, Settings settings) throws IOException {
    RecordTable.openOrCreate(connection, StoredUrl.DESIGN).close();
    RecordTable.openOrCreate(connection, StoredHost.DESIGN).close();
    return new Frontier(connection, settings);
  }

  /**
   * Opens the tables, which must be there.
   *
   * @param connection stays open, and stays the caller's
   * @throws TableNotFoundException when they are not
   */
  public static Frontier openExisting(Connection connection, Settings settings) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      if (!admin.tableExists(StoredHost.DESIGN.name())) {
        throw new TableNotFoundException("there is no table " + StoredHost.DESIGN.name());
      }
    }
    return new Frontier(connection, settings);
  }

  /** The tables of one call: a table is one thread's, and opening one asks no server. */
  private final class Tables implements AutoCloseable {
    private final RecordTable<StoredHost> hosts;
    private final RecordTable<StoredUrl> urls;

    Tables() throws IOException {
      hosts = RecordTable.open(connection, StoredHost.DESIGN);
      urls = RecordTable.open(connection, StoredUrl.DESIGN);
    }

    Optional<StoredUrl> firstOf(StoredHost host) throws IOException {
      return queue(urls, host.bucket(), host.site()).first();
    }

    @Override
    public void close() throws IOException {
      try (hosts) {
        urls.close();
      }
    }
  }

  private static RecordQuery<StoredUrl> queue(
      RecordTable<StoredUrl> urls, int bucket, String site) {
    return urls.where(StoredUrl::bucket)
        .is(bucket)
        .where(StoredUrl::site)
        .is(site)
        .through("byDue")
        .leastFirst();
  }

  private static RecordQuery<StoredHost> ready(
      RecordTable<StoredHost> hosts, int bucket, Instant now) {
    return hosts
        .where(StoredHost::bucket)
        .is(bucket)
        .before(StoredHost::ready, now.plusMillis(1))
        .through("byReady")
        .leastFirst();
  }

  private Instant now() {
    return settings.clock().instant().truncatedTo(ChronoUnit.MILLIS);
  }

  /**
   * Lets a page be fetched. One that is scheduled already is fetched at the earlier of the times;
   * one that is being fetched is not fetched again for that. It can be called again.
   *
   * @param due from when on, in whole milliseconds of a year from 1970 to 9999
   */
  public void schedule(PageUrl url, Instant due) throws IOException {
    PageFetch.checkTime("due", due);
    StoredUrl wanted = StoredUrl.of(url, due);
    try (Tables tables = new Tables()) {
      // The page before its host: who claims the host then finds the page.
      while (tables.urls.update(there -> there.wanted(due), key(wanted)).isEmpty()
          && !tables.urls.putIfAbsent(wanted)) {
        // Another crawler was faster to schedule the page.
      }
      StoredHost host = StoredHost.announced(wanted.bucket(), wanted.site(), due);
      while (tables
              .hosts
              .update(there -> there.announced(due), host.bucket(), host.site())
              .isEmpty()
          && !tables.hosts.putIfAbsent(host)) {
        // Another crawler was faster to announce the host.
      }
    }
  }

  private static Object[] key(StoredUrl url) {
    return new Object[] {url.bucket(), url.site(), url.port(), url.secure(), url.path()};
  }

  /**
   * Claims a page that is due, of a host from which nobody fetches and whose pause is over.
   *
   * @return empty when there is none at present
   */
  public Optional<FetchClaim> claim() throws IOException {
    int first = nextBucket.getAndIncrement();
    try (Tables tables = new Tables()) {
      boolean met;
      do {
        met = false;
        for (int i = 0; i < StoredUrl.BUCKETS; i++) {
          int bucket = Math.floorMod(first + i, StoredUrl.BUCKETS);
          for (StoredHost host : ready(tables.hosts, bucket, now()).limit(HOSTS_AT_ONCE).list()) {
            Optional<FetchClaim> claim = claim(tables, host);
            if (claim.isPresent()) {
              return claim;
            }
            met = true;
          }
        }
      } while (met); // what was met is another's by now, or has nothing due: so this ends
      return Optional.empty();
    }
  }

  private Optional<FetchClaim> claim(Tables tables, StoredHost host) throws IOException {
    Instant now = now(); // a lease begins here, however long the looking took
    String token = UUID.randomUUID().toString();
    Instant until = now.plus(settings.lease()).truncatedTo(ChronoUnit.MILLIS);
    StoredHost claimed = host.claimed(token, until);
    if (!tables.hosts.putIf(claimed, host::equals)) {
      return Optional.empty();
    }
    for (Optional<StoredUrl> url = tables.firstOf(host);
        url.isPresent() && !url.get().due().isAfter(now);
        url = tables.firstOf(host)) {
      if (tables.urls.putIf(url.get().with(until, token), url.get()::equals)) {
        return Optional.of(new FetchClaim(url.get().url(), until, token));
      }
    }
    release(tables, claimed, host.polite() == null ? now : host.polite());
    return Optional.empty();
  }

  /**
   * Says that a page has been fetched, or that it could not be. To be called behind what is written
   * of the page and the scheduling of its links.
   *
   * @param next when it is due again, as for {@link #schedule}; empty for never
   * @return whether the page was still claimed so; if not, another crawler has claimed it since the
   *     lease ended, and nothing is changed
   */
  public boolean done(FetchClaim claim, Optional<Instant> next) throws IOException {
    next.ifPresent(due -> PageFetch.checkTime("next", due));
    StoredUrl url = StoredUrl.of(claim.url(), claim.until());
    try (Tables tables = new Tables()) {
      boolean ours =
          next.isPresent()
              ? tables.urls.putIf(
                  url.with(next.get(), null), there -> claim.token().equals(there.token()))
              : tables.urls.deleteIf(there -> claim.token().equals(there.token()), key(url));
      release(
          tables,
          new StoredHost(url.bucket(), url.site(), null, null, null, claim.token()),
          now().plus(settings.pause()).truncatedTo(ChronoUnit.MILLIS));
      return ours;
    }
  }

  /** Lets go of a host, if the claim is still the same. */
  private static void release(Tables tables, StoredHost claimed, Instant polite)
      throws IOException {
    while (true) {
      Optional<StoredHost> there = tables.hosts.get(claimed.bucket(), claimed.site());
      if (there.isEmpty() || !claimed.token().equals(there.get().token())) {
        return;
      }
      // What is scheduled behind this look changes the row, and then this looks again.
      Instant due = tables.firstOf(claimed).map(StoredUrl::due).orElse(null);
      if (tables.hosts.putIf(there.get().released(due, polite), there.get()::equals)) {
        return;
      }
    }
  }

  /**
   * The hosts that may be claimed at a time, the one that is ready for longest first, each with its
   * first page. Claims nothing.
   *
   * @param limit hosts that are looked at, at least 1
   */
  public List<DueUrl> upcoming(Instant time, int limit) throws IOException {
    try (Tables tables = new Tables()) {
      List<StoredHost> hosts = new ArrayList<>();
      for (int bucket = 0; bucket < StoredUrl.BUCKETS; bucket++) {
        hosts.addAll(ready(tables.hosts, bucket, time).limit(limit).list());
      }
      hosts.sort(Comparator.comparing(StoredHost::ready).thenComparing(StoredHost::site));
      List<DueUrl> upcoming = new ArrayList<>();
      for (StoredHost host : hosts.subList(0, Math.min(limit, hosts.size()))) {
        tables
            .firstOf(host)
            .filter(first -> !first.due().isAfter(time))
            .ifPresent(first -> upcoming.add(new DueUrl(first.url(), first.due())));
      }
      return upcoming;
    }
  }

  /** How the queue of hosts is read, of one of the buckets. */
  public Explanation explainUpcoming(Instant time, int limit) throws IOException {
    try (Tables tables = new Tables()) {
      return ready(tables.hosts, 0, time).limit(limit).explain();
    }
  }

  /** The connection stays open. */
  @Override
  public void close() {
    // Tables are opened for each call.
  }
}
