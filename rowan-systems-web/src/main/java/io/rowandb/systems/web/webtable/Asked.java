package io.rowandb.systems.web.webtable;

import io.rowandb.systems.web.Values;
import io.rowandb.systems.web.WebException;
import io.rowandb.systems.webtable.CrawlFile;
import io.rowandb.systems.webtable.PageLink;
import io.rowandb.systems.webtable.PageUrl;
import io.rowandb.systems.webtable.Webtable;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Checked values of requests. */
final class Asked {
  private static final Pattern DAY = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}");

  private Asked() {}

  static PageUrl url(Values values, String name) {
    return url(values.text(name));
  }

  private static PageUrl url(String text) {
    return WebException.checked(() -> PageUrl.of(text));
  }

  static String domain(Values values) {
    String domain = values.text("domain");
    WebException.checked(
        () -> {
          Webtable.checkDomain(domain);
          return domain;
        });
    return domain;
  }

  /** A moment, or a day, which is its first moment. It must be there. */
  static Instant time(Values values, String name) {
    Instant time =
        DAY.matcher(values.text(name)).matches()
            ? values.day(name).atStartOfDay(ZoneOffset.UTC).toInstant()
            : values.time(name);
    return WebException.checked(
        () -> {
          CrawlFile.checkTime(name, time);
          return time;
        });
  }

  /** The same; the present when it is missing. */
  static Instant timeOrNow(Values values, String name, InstantSource clock) {
    return values.has(name) ? time(values, name) : clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }

  /** As of which time; the newest when it is missing. */
  static Instant at(Values values) {
    return values.has("at") ? time(values, "at") : Webtable.NOW;
  }

  /** Links of a form: one a line, the address and behind a blank its words. */
  static List<PageLink> links(String lines) {
    List<PageLink> links = new ArrayList<>();
    int number = 0;
    for (String line : lines.split("\n", -1)) {
      number++;
      String[] parts = line.strip().split("\\s+", 2);
      if (!parts[0].isEmpty()) {
        try {
          links.add(link(parts[0], parts.length == 1 ? "" : parts[1]));
        } catch (WebException e) {
          throw WebException.wrong("line " + number + " of the links: " + e.getMessage());
        }
      }
    }
    return links;
  }

  static PageLink link(String url, String text) {
    PageUrl target = url(url);
    return WebException.checked(() -> new PageLink(target, text));
  }
}
