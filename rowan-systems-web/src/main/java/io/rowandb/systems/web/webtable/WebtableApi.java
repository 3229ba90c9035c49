package io.rowandb.systems.web.webtable;

import io.rowandb.cli.systems.webtable.WebtableJson;
import io.rowandb.schema.pattern.Page;
import io.rowandb.systems.web.JsonBody;
import io.rowandb.systems.web.SystemRoutes;
import io.rowandb.systems.web.Values;
import io.rowandb.systems.web.WebException;
import io.rowandb.systems.web.WebRequest;
import io.rowandb.systems.webtable.DueUrl;
import io.rowandb.systems.webtable.FetchClaim;
import io.rowandb.systems.webtable.Frontier;
import io.rowandb.systems.webtable.PageAnchor;
import io.rowandb.systems.webtable.PageChange;
import io.rowandb.systems.webtable.PageFetch;
import io.rowandb.systems.webtable.PageLink;
import io.rowandb.systems.webtable.PageState;
import io.rowandb.systems.webtable.PageUrl;
import io.rowandb.systems.webtable.PageVersion;
import io.rowandb.systems.webtable.Webtable;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hbase.TableNotFoundException;

/** The HTTP API of pages and of the frontier, below {@code /api/webtable}. Thread-safe. */
final class WebtableApi {
  private static final int MOST = 1_000;
  private static final int USUAL = 100;

  /** Each is a read of its own. */
  private static final int MOST_HOSTS = 100;

  private static final int USUAL_HOSTS = 20;

  /** As the webtable has it: clocks differ by less. */
  private static final Duration AHEAD = Duration.ofMinutes(1);

  private static final int MOST_OF_TOKEN = 64;

  private final WebtableSpace space;
  private final InstantSource clock;

  WebtableApi(WebtableSpace space, InstantSource clock) {
    this.space = space;
    this.clock = clock;
  }

  void addTo(SystemRoutes routes) {
    routes.get("/page", this::page);
    routes.get("/history", this::history);
    routes.get("/outgoing", this::outgoing);
    routes.get("/incoming", this::incoming);
    routes.get("/domain", this::domain);
    routes.get("/changes", this::changes);
    routes.get("/next", this::next);
    routes.post("/pages", this::store);
    routes.post("/schedule", this::schedule);
    routes.post("/claims", this::claim);
    routes.post("/done", this::done);
  }

  private static int limit(Values query) {
    return (int) query.whole("limit", 1, MOST, USUAL);
  }

  static WebException noPage(PageUrl url) {
    return new WebException(WebException.ABSENT, "there is no page \"" + url + "\" of that time");
  }

  private Map<String, ?> page(WebRequest request) throws IOException {
    Values query = request.query("url", "at", "body");
    PageUrl url = Asked.url(query, "url");
    Instant at = Asked.at(query);
    boolean body = query.has("body") && query.truth("body");
    PageVersion version =
        space
            .heavily(space.existing(), webtable -> webtable.page(url, at))
            .orElseThrow(() -> noPage(url));
    return body ? WebtableJson.page(version) : WebtableJson.state(version.state());
  }

  private Map<String, ?> history(WebRequest request) throws IOException {
    PageUrl url = Asked.url(request.query("url"), "url");
    List<PageState> states = space.existing().states(url);
    return Map.of("versions", states.stream().map(WebtableJson::state).toList());
  }

  private Map<String, ?> outgoing(WebRequest request) throws IOException {
    Values query = request.query("url", "limit", "after");
    PageUrl url = Asked.url(query, "url");
    int limit = limit(query);
    int from = (int) query.whole("after", 0, PageFetch.MOST_LINKS, -1) + 1;
    List<PageAnchor> all = space.existing().outgoing(url);
    int begin = Math.min(from, all.size());
    int end = Math.min(begin + limit, all.size());
    Optional<String> next =
        end < all.size() ? Optional.of(Integer.toString(end - 1)) : Optional.empty();
    return paged(
        "links", all.subList(begin, end).stream().map(WebtableJson::anchor).toList(), next);
  }

  private static Map<String, ?> paged(String name, List<?> all, Optional<String> next) {
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put(name, all);
    next.ifPresent(token -> answer.put("next", token));
    return answer;
  }

  private Map<String, ?> incoming(WebRequest request) throws IOException {
    Values query = request.query("url", "domain", "limit", "after");
    if (query.has("url") == query.has("domain")) {
      throw WebException.wrong("give a url, or a domain");
    }
    int limit = limit(query);
    Optional<String> after = query.given("after");
    Page<PageAnchor> page;
    if (query.has("url")) {
      PageUrl url = Asked.url(query, "url");
      Webtable webtable = space.existing();
      page = checked(() -> webtable.incoming(url, limit, after));
    } else {
      String domain = Asked.domain(query);
      Webtable webtable = space.existing();
      page = checked(() -> webtable.incomingOfDomain(domain, limit, after));
    }
    return paged("links", page.records().stream().map(WebtableJson::anchor).toList(), page.next());
  }

  private Map<String, ?> domain(WebRequest request) throws IOException {
    Values query = request.query("domain", "at", "limit", "after");
    String domain = Asked.domain(query);
    Instant at = Asked.at(query);
    int limit = limit(query);
    Webtable webtable = space.existing();
    Page<PageState> page = checked(() -> webtable.domain(domain, at, limit, query.given("after")));
    return paged("pages", page.records().stream().map(WebtableJson::state).toList(), page.next());
  }

  private Map<String, ?> changes(WebRequest request) throws IOException {
    Values query = request.query("domain", "from", "to", "limit", "after");
    String domain = Asked.domain(query);
    Instant from = Asked.time(query, "from");
    Instant to = Asked.time(query, "to");
    int limit = limit(query);
    Webtable webtable = space.existing();
    Page<PageChange> page =
        checked(() -> webtable.changes(domain, from, to, limit, query.given("after")));
    List<Map<String, ?>> changes = new ArrayList<>();
    for (PageChange each : page.records()) {
      changes.add(WebtableJson.change(each));
    }
    return paged("changes", changes, page.next());
  }

  private Map<String, ?> next(WebRequest request) throws IOException {
    Values query = request.query("at", "limit");
    Instant at = Asked.timeOrNow(query, "at", clock);
    int limit = (int) query.whole("limit", 1, MOST_HOSTS, USUAL_HOSTS);
    return Map.of("urls", frontier().upcoming(at, limit).stream().map(WebtableJson::due).toList());
  }

  private Frontier frontier() throws IOException {
    return space
        .frontierIfPresent()
        .orElseThrow(() -> new TableNotFoundException("nothing is scheduled"));
  }

  private Map<String, ?> store(WebRequest request) throws IOException {
    request.query();
    JsonBody body = JsonBody.of(request, Set.of("links"), "url", "time", "status", "type", "body");
    List<PageLink> links = new ArrayList<>();
    for (Values each : body.objects("links", PageFetch.MOST_LINKS, "url", "text")) {
      links.add(Asked.link(each.text("url"), each.given("text").orElse("")));
    }
    PageFetch fetch = fetch(body.values(), links, clock);
    space.heavily(
        space.made(),
        webtable -> {
          webtable.add(fetch);
          return fetch;
        });
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("url", fetch.url());
    answer.put("time", fetch.time());
    return answer;
  }

  /** A fetch of a request, also of a form. */
  static PageFetch fetch(Values values, List<PageLink> links, InstantSource clock) {
    PageUrl url = Asked.url(values, "url");
    Instant time = Asked.timeOrNow(values, "time", clock);
    if (time.isAfter(clock.instant().plus(AHEAD))) { // before tables are made
      throw WebException.wrong("time " + time + " is in the future");
    }
    int status = (int) values.whole("status", 100, 599, 200);
    String type = values.given("type").orElse("text/html");
    String body = values.given("body").orElse("");
    return WebException.checked(() -> new PageFetch(url, time, status, type, body, links));
  }

  private Map<String, ?> schedule(WebRequest request) throws IOException {
    request.query();
    Values values = JsonBody.of(request, Set.of(), "url", "due").values();
    PageUrl url = Asked.url(values, "url");
    Instant due = Asked.timeOrNow(values, "due", clock);
    space.frontierMade().schedule(url, due);
    return WebtableJson.due(new DueUrl(url, due));
  }

  private Map<String, ?> claim(WebRequest request) throws IOException {
    request.query();
    JsonBody.of(request, Set.of());
    Map<String, Object> members = new LinkedHashMap<>();
    Optional<FetchClaim> claim = frontier().claim();
    members.put("claimed", claim.isPresent());
    claim.ifPresent(
        made -> {
          members.put("url", made.url());
          members.put("until", made.until());
          members.put("token", made.token());
        });
    return members;
  }

  private Map<String, ?> done(WebRequest request) throws IOException {
    request.query();
    Values values = JsonBody.of(request, Set.of(), "url", "token", "next").values();
    PageUrl url = Asked.url(values, "url");
    String token = values.text("token");
    if (token.length() > MOST_OF_TOKEN) {
      throw WebException.wrong("token has " + token.length() + " characters, and is of no claim");
    }
    Optional<Instant> next =
        values.has("next") ? Optional.of(Asked.time(values, "next")) : Optional.empty();
    // The token alone tells whose claim it is.
    return Map.of("done", frontier().done(new FetchClaim(url, Instant.EPOCH, token), next));
  }

  /** What may refuse the values of a request. */
  interface Call<T> {
    T made() throws IOException;
  }

  /** What a call refuses is told to the client. */
  static <T> T checked(Call<T> call) throws IOException {
    try {
      return call.made();
    } catch (IllegalArgumentException e) {
      throw WebException.wrong(e.getMessage());
    }
  }
}
