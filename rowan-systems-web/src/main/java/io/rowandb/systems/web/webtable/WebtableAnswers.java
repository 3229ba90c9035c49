package io.rowandb.systems.web.webtable;

import io.rowandb.schema.pattern.Page;
import io.rowandb.systems.web.Html;
import io.rowandb.systems.web.Language;
import io.rowandb.systems.web.Values;
import io.rowandb.systems.web.WebException;
import io.rowandb.systems.web.WebPage;
import io.rowandb.systems.web.WebRequest;
import io.rowandb.systems.webtable.Frontier;
import io.rowandb.systems.webtable.PageAnchor;
import io.rowandb.systems.webtable.PageChange;
import io.rowandb.systems.webtable.PageState;
import io.rowandb.systems.webtable.PageUrl;
import io.rowandb.systems.webtable.PageVersion;
import io.rowandb.systems.webtable.Webtable;
import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Answers to questions about the pages of a crawler, each a page. Thread-safe. */
final class WebtableAnswers {
  private static final int LINKS = 50;
  private static final int PAGES = 100;

  /** Pages that are looked at for changes: most have none. */
  private static final int LOOKED_AT = 500;

  private static final int HOSTS = 20;
  private static final int MOST_LINKS = 10_000;

  private final WebtableSpace space;

  WebtableAnswers(WebtableSpace space) {
    this.space = space;
  }

  /** Those of these names that there are, in this order. */
  static Map<String, String> shown(Values values, String... names) {
    Map<String, String> shown = new LinkedHashMap<>();
    for (String name : names) {
      values.given(name).ifPresent(value -> shown.put(name, value));
    }
    return shown;
  }

  /** Answers, with a form above the answer or above what is wrong. */
  private interface Answer {
    WebPage made() throws IOException;
  }

  private static WebPage answered(WebtableViews views, String title, Html form, Answer answer)
      throws IOException {
    try {
      WebPage page = answer.made();
      return WebPage.of(page.title(), Html.all(page.body(), form));
    } catch (WebException e) {
      return WebPage.of(title, Html.all(views.error(e.getMessage()), form)).with(e.status());
    }
  }

  WebPage page(WebRequest request) throws IOException {
    Values query = request.query("url", "at", "out", "after", "added");
    Language language = request.language();
    WebtableViews views = new WebtableViews(language);
    Html form = new WebtableForms(language).page(shown(query, "url", "at"));
    return answered(
        views,
        language.say("A page", "一个网页"),
        Html.of("<section>{}</section>", form),
        () -> {
          PageUrl url = Asked.url(query, "url");
          Instant at = Asked.at(query);
          Webtable webtable = space.existing();
          Optional<PageVersion> version = space.heavily(webtable, all -> all.page(url, at));
          Html added =
              query.has("added")
                  ? views.notice(language.say("The page was stored.", "网页已存入。"))
                  : Html.NONE;
          return WebPage.of(
              url.toString(),
              Html.of(
                  "{}{}<section><h2>{}</h2>{}</section>{}{}{}",
                  added,
                  version.map(views::version).orElseGet(() -> notFetched(language)),
                  language.say("Versions that are kept", "保留的版本"),
                  views.versions(url, webtable.states(url)),
                  outgoing(webtable, views, url, query),
                  incoming(webtable, views, url, query),
                  views.explanation(webtable.explainPage(url))));
        });
  }

  private static Html notFetched(Language language) {
    return Html.of(
        "<p class=\"notice\" role=\"status\">{}</p>",
        language.say("This page had not been fetched by then.", "到那时该网页还没有被抓取。"));
  }

  private static Html outgoing(Webtable webtable, WebtableViews views, PageUrl url, Values query)
      throws IOException {
    Language language = views.language();
    List<PageAnchor> all = webtable.outgoing(url);
    int begin = (int) Math.min(query.whole("out", 0, MOST_LINKS, 0), all.size());
    int end = Math.min(begin + LINKS, all.size());
    String title = language.say("Links out, of the newest fetch", "链出（最近一次抓取）");
    Map<String, String> more = shown(query, "url", "at", "after");
    more.put("out", Integer.toString(end));
    return Html.of(
        "<section><h2>{} ({})</h2>{}<p>{}</p></section>",
        title,
        all.size(),
        views.links(title, all.subList(begin, end), false, true),
        end < all.size()
            ? WebtableViews.button("page", more, language.say("More links out", "更多链出"))
            : Html.NONE);
  }

  private static Html incoming(Webtable webtable, WebtableViews views, PageUrl url, Values query)
      throws IOException {
    Language language = views.language();
    Page<PageAnchor> page =
        WebtableApi.checked(() -> webtable.incoming(url, LINKS, query.given("after")));
    String title = language.say("Links in", "链入");
    return Html.of(
        "<section><h2>{}</h2>{}<p>{}</p></section>",
        title,
        views.links(title, page.records(), true, false),
        more(
            "page", shown(query, "url", "at", "out"), page, language.say("More links in", "更多链入")));
  }

  private static Html more(String path, Map<String, String> query, Page<?> page, String text) {
    if (page.next().isEmpty()) {
      return Html.NONE;
    }
    Map<String, String> next = new LinkedHashMap<>(query);
    next.put("after", page.next().get());
    return WebtableViews.button(path, next, text);
  }

  WebPage domain(WebRequest request) throws IOException {
    Values query = request.query("domain", "at", "after");
    Language language = request.language();
    WebtableViews views = new WebtableViews(language);
    return answered(
        views,
        language.say("A domain", "一个域名"),
        new WebtableForms(language).domain(shown(query, "domain", "at")),
        () -> {
          String domain = Asked.domain(query);
          Instant at = Asked.at(query);
          Webtable webtable = space.existing();
          Page<PageState> page =
              WebtableApi.checked(() -> webtable.domain(domain, at, PAGES, query.given("after")));
          return WebPage.of(
              domain + views.asOf(at, Webtable.NOW),
              Html.of(
                  "<section>{}<p>{}</p></section>{}",
                  page.records().isEmpty() ? none(language, page) : views.states(page.records()),
                  more(
                      "domain",
                      shown(query, "domain", "at"),
                      page,
                      language.say("More pages", "更多网页")),
                  views.explanation(webtable.explainDomain(domain))));
        });
  }

  private static Html none(Language language, Page<?> page) {
    String text =
        page.next().isPresent()
            ? language.say("None among these; there are more.", "这一批里没有，后面还有。")
            : language.say("No pages.", "没有网页。");
    return Html.of("<p>{}</p>", text);
  }

  WebPage linked(WebRequest request) throws IOException {
    Values query = request.query("domain", "after");
    Language language = request.language();
    WebtableViews views = new WebtableViews(language);
    return answered(
        views,
        language.say("Links to a domain", "指向一个域名的链接"),
        new WebtableForms(language).linked(shown(query, "domain")),
        () -> {
          String domain = Asked.domain(query);
          Webtable webtable = space.existing();
          Page<PageAnchor> page =
              WebtableApi.checked(
                  () -> webtable.incomingOfDomain(domain, PAGES, query.given("after")));
          String title = language.say("Links to ", "指向该域名的链接：") + domain;
          return WebPage.of(
              title,
              Html.of(
                  "<section>{}<p>{}</p></section>{}",
                  views.links(title, page.records(), true, true),
                  more("linked", shown(query, "domain"), page, language.say("More links", "更多链接")),
                  views.explanation(webtable.explainIncomingOfDomain(domain))));
        });
  }

  WebPage changes(WebRequest request) throws IOException {
    Values query = request.query("domain", "from", "to", "after");
    Language language = request.language();
    WebtableViews views = new WebtableViews(language);
    return answered(
        views,
        language.say("Changes between two crawls", "两次抓取之间的变化"),
        new WebtableForms(language).changes(shown(query, "domain", "from", "to")),
        () -> {
          String domain = Asked.domain(query);
          Instant from = Asked.time(query, "from");
          Instant to = Asked.time(query, "to");
          Webtable webtable = space.existing();
          Page<PageChange> page =
              WebtableApi.checked(
                  () -> webtable.changes(domain, from, to, LOOKED_AT, query.given("after")));
          return WebPage.of(
              language.say("Changes of ", "变化：") + domain,
              Html.of(
                  "<p>{} – {}</p><section>{}<p>{}</p></section>{}",
                  from,
                  to,
                  page.records().isEmpty() ? none(language, page) : views.changes(page.records()),
                  more(
                      "changes",
                      shown(query, "domain", "from", "to"),
                      page,
                      language.say("More pages", "更多网页")),
                  views.explanation(webtable.explainDomain(domain))));
        });
  }

  /** What a crawler would get at a time. */
  static Html upcoming(WebtableSpace space, WebtableViews views, Instant at) throws IOException {
    Optional<Frontier> frontier = space.frontierIfPresent();
    return views.due(frontier.isEmpty() ? List.of() : frontier.get().upcoming(at, HOSTS));
  }
}
