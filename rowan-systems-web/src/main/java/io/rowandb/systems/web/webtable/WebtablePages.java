package io.rowandb.systems.web.webtable;

import io.rowandb.systems.web.BackgroundLoad.Progress;
import io.rowandb.systems.web.BackgroundLoad.State;
import io.rowandb.systems.web.Html;
import io.rowandb.systems.web.Language;
import io.rowandb.systems.web.SystemPages;
import io.rowandb.systems.web.SystemRoutes;
import io.rowandb.systems.web.Values;
import io.rowandb.systems.web.WebException;
import io.rowandb.systems.web.WebPage;
import io.rowandb.systems.web.WebRequest;
import io.rowandb.systems.webtable.PageFetch;
import io.rowandb.systems.webtable.PageUrl;
import io.rowandb.systems.webtable.Webtable;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Connection;

/** The pages of a crawler: what a browser shows of them, and their API. */
public final class WebtablePages implements SystemPages {
  private static final String[] FETCH = {"url", "time", "status", "type", "body", "links"};

  private final WebtableSpace space;
  private final SampleWeb sample;
  private final InstantSource clock = InstantSource.system();

  /** On a store or a cluster. */
  public WebtablePages(Connection connection) {
    space = new WebtableSpace(connection);
    sample = new SampleWeb(space);
  }

  @Override
  public String name() {
    return "webtable";
  }

  @Override
  public String title(Language language) {
    return language.say("Webtable", "网页表");
  }

  @Override
  public String about(Language language) {
    return language.say(
        "The pages of a crawler with their versions, links from both sides, and what to fetch next.",
        "爬虫抓取的网页及其各个版本、双向链接，以及接下来抓取什么。");
  }

  @Override
  public void addTo(SystemRoutes routes) {
    WebtableAnswers answers = new WebtableAnswers(space);
    routes.page("", this::first);
    routes.page("/page", answers::page);
    routes.page("/domain", answers::domain);
    routes.page("/linked", answers::linked);
    routes.page("/changes", answers::changes);
    routes.page("/frontier", this::frontier);
    routes.page("/add", request -> newFetch(request));
    routes.form("/add", this::add);
    routes.form("/schedule", this::schedule);
    routes.sample(sample);
    new WebtableApi(space, clock).addTo(routes);
  }

  private WebPage first(WebRequest request) throws IOException {
    request.query();
    Language language = request.language();
    WebtableForms forms = new WebtableForms(language);
    WebtableViews views = new WebtableViews(language);
    Progress progress = sample.progress();
    if (progress.state() == State.RUNNING) {
      return WebPage.of(title(language), views.progress(progress)).again();
    }
    Optional<Webtable> webtable = space.ifPresent();
    Optional<PageUrl> some = webtable.isEmpty() ? Optional.empty() : webtable.get().any();
    Html failed =
        progress.state() == State.FAILED
            ? views.error(
                language.say(
                    "Not all could be made; the server's log says why.", "未能全部生成，原因见服务器日志。"))
            : Html.NONE;
    return WebPage.of(
        title(language),
        Html.of(
            "<p>{}</p>{}{}<p><a href=\"/webtable/add\">{}</a> · <a href=\"/webtable/frontier\">{}</a></p>",
            about(language),
            failed,
            some.isEmpty() ? forms.sample() : questions(forms, some.get()),
            language.say("Store a page", "存入网页"),
            language.say("What to fetch next", "接下来抓取什么")));
  }

  /** Filled with what has an answer. */
  private static Html questions(WebtableForms forms, PageUrl some) {
    Language language = forms.language();
    Map<String, String> shown = new HashMap<>();
    shown.put("url", some.toString());
    shown.put("domain", some.host());
    Map<String, String> span = new HashMap<>(shown);
    span.put("from", dayBehind(0));
    span.put("to", dayBehind(1));
    return Html.of(
        """
        <div class="cards"><section><h2>{}</h2>{}</section><section><h2>{}</h2>{}</section>
        <section><h2>{}</h2>{}</section><section><h2>{}</h2>{}</section></div>
        """,
        language.say("A page", "一个网页"),
        forms.page(shown),
        language.say("A domain and its subdomains", "一个域名和子域名"),
        forms.domain(shown),
        language.say("Changes between two crawls", "两次抓取之间的变化"),
        forms.changes(span),
        language.say("Links to a domain", "指向一个域名的链接"),
        forms.linked(shown));
  }

  /** The day on which a crawl of the sample has ended, and the next one begins. */
  private static String dayBehind(int crawl) {
    return SampleWeb.WEB.end(crawl).plusMillis(1).atOffset(ZoneOffset.UTC).toLocalDate().toString();
  }

  /** With a time, so that a form that is sent twice is one fetch. */
  private WebPage newFetch(WebRequest request) {
    Map<String, String> shown = new HashMap<>(WebtableAnswers.shown(request.query("url"), "url"));
    shown.put("time", clock.instant().truncatedTo(ChronoUnit.MILLIS).toString());
    return newFetch(request.language(), shown, Html.NONE);
  }

  private static WebPage newFetch(Language language, Map<String, String> shown, Html said) {
    return WebPage.of(
        language.say("Store a page", "存入网页"),
        Html.all(said, new WebtableForms(language).storing(shown)));
  }

  private WebPage add(WebRequest request) throws IOException {
    Values form = request.longForm(FETCH);
    try {
      Map<String, String> unixLines = new HashMap<>(WebtableAnswers.shown(form, FETCH));
      unixLines.computeIfPresent("body", (name, body) -> body.replace("\r\n", "\n"));
      PageFetch fetch =
          WebtableApi.fetch(
              Values.of(unixLines, FETCH), Asked.links(form.given("links").orElse("")), clock);
      space.heavily(
          space.made(),
          webtable -> {
            webtable.add(fetch);
            return fetch;
          });
      Map<String, String> query = new LinkedHashMap<>();
      query.put("url", fetch.url().toString());
      query.put("at", fetch.time().toString());
      query.put("added", "1");
      String to = WebtableViews.query(query);
      return WebPage.elsewhere(
          to.length() > WebtableViews.MOST_OF_LINK
              ? "/webtable/domain?domain=" + fetch.url().host()
              : "/webtable/page?" + to);
    } catch (WebException e) {
      Language language = request.language();
      Html said = new WebtableViews(language).error(e.getMessage());
      return newFetch(language, WebtableAnswers.shown(form, FETCH), said).with(e.status());
    }
  }

  private WebPage frontier(WebRequest request) throws IOException {
    Values query = request.query("at", "scheduled");
    WebtableViews views = new WebtableViews(request.language());
    Html said =
        query.has("scheduled")
            ? views.notice(request.language().say("The page was scheduled.", "已安排抓取。"))
            : Html.NONE;
    Map<String, String> shown = WebtableAnswers.shown(query, "at");
    try {
      Instant at = Asked.timeOrNow(query, "at", clock);
      return frontier(request.language(), at, shown, Map.of(), said);
    } catch (WebException e) {
      Html error = views.error(e.getMessage());
      return frontier(request.language(), now(), shown, Map.of(), error).with(e.status());
    }
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }

  private WebPage frontier(
      Language language, Instant at, Map<String, String> shown, Map<String, String> due, Html said)
      throws IOException {
    WebtableForms forms = new WebtableForms(language);
    WebtableViews views = new WebtableViews(language);
    return WebPage.of(
        language.say("What to fetch next", "接下来抓取什么"),
        Html.of(
            "{}<section>{}</section>{}{}{}",
            said,
            WebtableAnswers.upcoming(space, views, at),
            WebtableViews.hint(
                language.say(
                    "The hosts that have been ready for longest, each with its first page. A host"
                        + " from which somebody fetches, or whose pause is not over, is not here.",
                    "等待最久的主机，各列出第一个网页。正有人抓取、或间歇未结束的主机不在其中。")),
            forms.next(shown),
            forms.scheduling(due)));
  }

  private WebPage schedule(WebRequest request) throws IOException {
    Values form = request.form("url", "due");
    try {
      PageUrl url = Asked.url(form, "url");
      Instant due = Asked.timeOrNow(form, "due", clock);
      space.frontierMade().schedule(url, due);
      return WebPage.elsewhere("/webtable/frontier?scheduled=1");
    } catch (WebException e) {
      Language language = request.language();
      Html said = new WebtableViews(language).error(e.getMessage());
      Map<String, String> shown = WebtableAnswers.shown(form, "url", "due");
      return frontier(language, now(), Map.of(), shown, said).with(e.status());
    }
  }

  @Override
  public void close() throws IOException {
    try (space) {
      sample.close();
    }
  }
}
