package io.rowandb.systems.webtable;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * A made-up web, fetched again and again: the same for the same numbers, of any size, made while it
 * is read. Few hosts have most of the pages, and few pages get most of the links. From one crawl to
 * the next three in ten pages change, and some of their links; some pages are new, some are gone,
 * which a fetch with status 404 tells. Immutable.
 *
 * @param seed the same seed gives the same web
 * @param hosts from 1 to 1,000,000; three of them share a domain
 * @param pages how many there ever are, from 1 to 100,000,000
 * @param first when the first crawl begins, from 1970 on
 * @param crawls how many, from 1 to 100, a week apart; all before the year 10000
 */
public record MadeUpWeb(long seed, int hosts, long pages, Instant first, int crawls) {
  /** From the beginning of a crawl to that of the next one. */
  public static final Duration GAP = Duration.ofDays(7);

  private static final int MOST_HOSTS = 1_000_000;
  private static final long MOST_PAGES = 100_000_000;
  private static final int MOST_CRAWLS = 100;
  private static final int HOSTS_OF_DOMAIN = 3;

  /** One domain in ten has the name of the one before and something more. */
  private static final int ONE_IN_LIKE = 10;

  /** The greatest domains have names of two letters. */
  private static final int SHORT_NAMES = 10;

  private static final int MOST_LINKS = 12;
  private static final int WORDS = 30;
  private static final double OLD = 0.8;
  private static final double LOST = 0.1;
  private static final double CHANGED = 0.3;
  private static final int FOUND = 200;
  private static final int NOT_FOUND = 404;

  /** A prime: fetches of one host do not follow one another. */
  private static final long STEP = 1_000_000_007;

  private static final String[] ENDS = {
    "com", "com", "com", "com", "com", "org", "net", "de", "co.uk", "io", "edu", "com.cn", "ru"
  };
  private static final String[] LABELS = {"www.", "", "blog."};
  private static final String CONSONANTS = "bcdfghklmnprstvz";
  private static final String VOWELS = "aeiou";

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException when one is out of range
   */
  public MadeUpWeb {
    check(hosts >= 1 && hosts <= MOST_HOSTS, "hosts " + hosts + ": 1 to " + MOST_HOSTS);
    check(pages >= 1 && pages <= MOST_PAGES, "pages " + pages + ": 1 to " + MOST_PAGES);
    check(crawls >= 1 && crawls <= MOST_CRAWLS, "crawls " + crawls + ": 1 to " + MOST_CRAWLS);
    PageFetch.checkTime("first", first);
    PageFetch.checkTime("the end", first.plus(GAP.multipliedBy(crawls)));
  }

  private static void check(boolean right, String message) {
    if (!right) {
      throw new IllegalArgumentException(message);
    }
  }

  private SplittableRandom random(long kind, long number) {
    return new SplittableRandom((seed * 31 + kind) * 0x9E3779B97F4A7C15L + number);
  }

  /** The name of a host, which is a number from 0 on. */
  public String host(int number) {
    int domain = number / HOSTS_OF_DOMAIN;
    boolean isLike = domain % ONE_IN_LIKE == ONE_IN_LIKE - 1;
    int named = isLike ? domain - 1 : domain;
    SplittableRandom random = random(1, named);
    String name = named < SHORT_NAMES ? shortName(named) : longName(named, random);
    return LABELS[number % HOSTS_OF_DOMAIN]
        + name
        + (isLike ? "-x." : ".")
        + ENDS[random.nextInt(ENDS.length)];
  }

  /** Names of others begin with it. */
  private static String shortName(int domain) {
    return "" + CONSONANTS.charAt(domain) + VOWELS.charAt(domain % VOWELS.length());
  }

  /** The number tells apart whose names would be the same. */
  private static String longName(int domain, SplittableRandom random) {
    StringBuilder name = new StringBuilder();
    for (int i = 0; i < 2; i++) {
      name.append(CONSONANTS.charAt(random.nextInt(CONSONANTS.length())))
          .append(VOWELS.charAt(random.nextInt(VOWELS.length())));
    }
    return name + Integer.toString(domain, 36);
  }

  /** The address of a page, which is a number from 0 on. */
  public PageUrl url(long page) {
    SplittableRandom random = random(2, page);
    int host = (int) (hosts * Math.pow(random.nextDouble(), 3));
    String path = page % 3 == 0 ? "/page/" + page : "/" + page % 10 + "/?id=" + page;
    return PageUrl.of((random.nextBoolean() ? "https://" : "http://") + host(host) + path);
  }

  /** When a crawl ends, which is a number from 0 on: a moment behind its last fetch. */
  public Instant end(int crawl) {
    return first.plus(GAP.multipliedBy(crawl + 1L)).minusMillis(1);
  }

  /** All fetches, crawl by crawl. */
  public Stream<PageFetch> fetches() {
    return turns(0, crawls * pages);
  }

  /** The fetches of a crawl, which is a number from 0 on, in the order of time. */
  public Stream<PageFetch> fetches(int crawl) {
    return turns(crawl * pages, (crawl + 1) * pages);
  }

  /** One stream, not one of streams: whoever iterates over those gets each as a whole. */
  private Stream<PageFetch> turns(long from, long to) {
    return LongStream.range(from, to)
        .boxed()
        .mapMulti((turn, each) -> fetch((int) (turn / pages), turn % pages, each));
  }

  private void fetch(int crawl, long turn, Consumer<PageFetch> to) {
    long page = pages % STEP == 0 ? turn : turn * STEP % pages;
    SplittableRandom random = random(3, page);
    int born = random.nextDouble() < OLD ? 0 : random.nextInt(crawls);
    int lost = random.nextDouble() < LOST ? born + 1 + random.nextInt(crawls) : crawls;
    if (crawl < born) {
      return;
    }
    long millis = GAP.toMillis() * crawl + (long) (GAP.toMillis() * 0.9 * turn / pages);
    Instant time = first.plusMillis(millis);
    if (crawl >= lost) {
      to.accept(new PageFetch(url(page), time, NOT_FOUND, "text/html", "not found", List.of()));
      return;
    }
    int revision = 0;
    for (int i = born + 1; i <= crawl; i++) {
      revision += random(4 + i, page).nextDouble() < CHANGED ? 1 : 0;
    }
    to.accept(
        new PageFetch(
            url(page), time, FOUND, "text/html", body(page, revision), links(page, revision)));
  }

  private String body(long page, int revision) {
    SplittableRandom random = random(200 + revision, page);
    StringBuilder body = new StringBuilder("<html>page " + page + ", revision " + revision);
    for (int i = 0; i < WORDS; i++) {
      body.append(' ').append(Integer.toString(random.nextInt(1 << 20), 36));
    }
    return body.append("</html>").toString();
  }

  /** Half of the links stay when a page changes. */
  private List<PageLink> links(long page, int revision) {
    int count = random(300, page).nextInt(MOST_LINKS + 1);
    List<PageLink> links = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      SplittableRandom random = random(400 + i + (i % 2 == 0 ? 0 : 100L * revision), page);
      long target = (long) (pages * Math.pow(random.nextDouble(), 3));
      links.add(new PageLink(url(target), String.format(Locale.ROOT, "link to %d", target)));
    }
    return links;
  }
}
