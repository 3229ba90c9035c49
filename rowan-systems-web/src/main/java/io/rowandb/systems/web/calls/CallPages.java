package io.rowandb.systems.web.calls;

import io.rowandb.schema.pattern.Page;
import io.rowandb.systems.calls.CallRecord;
import io.rowandb.systems.calls.CallRecords;
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
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hadoop.hbase.client.Connection;

/** Call records: their pages and their API. */
public final class CallPages implements SystemPages {
  private static final int RECORDS_OF_PAGE = 100;

  private final CallTable table;
  private final SampleCalls sample;

  /** On a store or a cluster. */
  public CallPages(Connection connection) {
    table = new CallTable(connection);
    sample = new SampleCalls(table);
  }

  @Override
  public String name() {
    return "calls";
  }

  @Override
  public String title(Language language) {
    return language.say("Call records", "通话记录");
  }

  @Override
  public String about(Language language) {
    return language.say(
        "What a phone did in a month, its bill, and what went on in the cells of an area.",
        "一个号码在一个月里的通话和账单，以及一个区域里各小区的通话量。");
  }

  @Override
  public void addTo(SystemRoutes routes) {
    routes.page("", this::first);
    routes.page("/phone", this::phone);
    routes.page("/area", this::area);
    routes.page("/add", request -> newCall(request));
    routes.form("/add", this::add);
    routes.sample(sample);
    new CallApi(table).addTo(routes);
  }

  private WebPage first(WebRequest request) throws IOException {
    request.query();
    Language language = request.language();
    CallForms forms = new CallForms(language);
    Progress progress = sample.progress();
    if (progress.state() == State.RUNNING) {
      return WebPage.of(title(language), forms.progress(progress)).again();
    }
    Optional<CallRecord> some = some();
    Html failed =
        progress.state() == State.FAILED
            ? new CallViews(language)
                .error(
                    language.say(
                        "The sample calls could not all be made; the server's log says why.",
                        "示例通话未能全部生成，原因见服务器日志。"))
            : Html.NONE;
    Html body = some.isEmpty() ? forms.sample() : questions(forms, some.get());
    return WebPage.of(
        title(language), Html.all(intro(language), failed, body, linkToAdd(language)));
  }

  private Optional<CallRecord> some() throws IOException {
    Optional<CallRecords> calls = table.ifPresent();
    return calls.isEmpty() ? Optional.empty() : calls.get().any();
  }

  private Html intro(Language language) {
    return Html.of("<p>{}</p>", about(language));
  }

  private static Html linkToAdd(Language language) {
    return Html.of("<p><a href=\"/calls/add\">{}</a></p>", language.say("Add a call", "添加一次通话"));
  }

  /** Filled with what has an answer. */
  private static Html questions(CallForms forms, CallRecord some) {
    Language language = forms.language();
    Map<String, String> shown = new HashMap<>();
    shown.put("phone", Long.toString(some.phone()));
    shown.put("month", month(some.time()).toString());
    shown.put("area", some.area() == null ? "" : some.area().toString());
    return Html.of(
        """
        <div class="cards"><section><h2>{}</h2>{}</section><section><h2>{}</h2>{}</section>
        <section><h2>{}</h2>{}</section></div>
        """,
        language.say("A phone's month", "一个号码的一个月"),
        forms.phone(shown),
        language.say("An area's month", "一个区域的一个月"),
        forms.area(shown),
        language.say("All bills of a month", "一个月的全部账单"),
        forms.bills(shown));
  }

  private static YearMonth month(Instant time) {
    return YearMonth.from(time.atOffset(ZoneOffset.UTC));
  }

  private WebPage phone(WebRequest request) throws IOException {
    Language language = request.language();
    Values query = request.query("phone", "month", "cents", "free", "after", "added");
    CallForms forms = new CallForms(language);
    CallViews views = new CallViews(language);
    Html form = forms.phone(phoneOf(query));
    String title = language.say("A phone's month", "一个号码的一个月");
    try {
      long phone = CallBodies.phone(query, "phone");
      YearMonth month = query.month("month");
      Optional<CallRecords> calls = table.ifPresent();
      Html answer =
          calls.isEmpty()
              ? views.records(List.of(), month)
              : phone(calls.get(), views, query, phone, month);
      Html added =
          query.has("added")
              ? views.notice(language.say("The call was added.", "通话已添加。"))
              : Html.NONE;
      return WebPage.of(phone + ", " + month, Html.all(added, form, answer));
    } catch (WebException e) {
      return WebPage.of(title, Html.all(views.error(e.getMessage()), form)).with(e.status());
    }
  }

  private static Html phone(
      CallRecords calls, CallViews views, Values query, long phone, YearMonth month)
      throws IOException {
    Instant from = CallApi.begin(month);
    Instant to = CallApi.begin(month.plusMonths(1));
    Page<CallRecord> page = CallApi.page(calls, phone, from, to, RECORDS_OF_PAGE, query);
    List<Html> others = new ArrayList<>();
    if (query.has("after")) {
      others.add(link(phoneOf(query), views.language().say("Newest calls", "最新的通话")));
    }
    if (page.next().isPresent()) {
      Map<String, String> next = phoneOf(query);
      next.put("after", page.next().get());
      others.add(link(next, views.language().say("Older calls", "更早的通话")));
    }
    return Html.of(
        "{}<section>{}<p>{}</p></section>{}",
        views.bill(calls.bill(phone, month, CallApi.tariff(query))),
        views.records(page.records(), month),
        others,
        views.explanation(calls.explainMonth(phone, month)));
  }

  private static Map<String, String> phoneOf(Values query) {
    return shown(query, "phone", "month", "cents", "free");
  }

  private static Html link(Map<String, String> query, String text) {
    List<String> parts = new ArrayList<>();
    query.forEach(
        (name, value) -> parts.add(name + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8)));
    return Html.of(
        "<a class=\"button\" href=\"/calls/phone?{}\">{}</a> ", String.join("&", parts), text);
  }

  /** Those of these names that there are, in this order. */
  private static Map<String, String> shown(Values values, String... names) {
    Map<String, String> shown = new LinkedHashMap<>();
    for (String name : names) {
      values.given(name).ifPresent(value -> shown.put(name, value));
    }
    return shown;
  }

  private WebPage area(WebRequest request) throws IOException {
    Language language = request.language();
    Values query = request.query("area", "month");
    CallViews views = new CallViews(language);
    Html form = new CallForms(language).area(shown(query, "area", "month"));
    try {
      int area = CallApi.place(query, "area");
      YearMonth month = query.month("month");
      Optional<CallRecords> calls = table.ifPresent();
      Html answer =
          calls.isEmpty()
              ? views.cells(new TreeMap<>())
              : Html.of(
                  "<section>{}</section>{}",
                  views.cells(calls.get().area(area, month)),
                  views.explanation(calls.get().explainArea(area, month)));
      return WebPage.of(
          language.say("Area " + area + ", " + month, "区域 " + area + "，" + month),
          Html.all(form, answer));
    } catch (WebException e) {
      return WebPage.of(
              language.say("An area's month", "一个区域的一个月"),
              Html.all(views.error(e.getMessage()), form))
          .with(e.status());
    }
  }

  private static WebPage newCall(WebRequest request) {
    request.query();
    Map<String, String> shown = new HashMap<>();
    shown.put("time", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
    return newCall(request.language(), shown, Html.NONE);
  }

  private static WebPage newCall(Language language, Map<String, String> shown, Html error) {
    return WebPage.of(
        language.say("Add a call", "添加一次通话"), Html.all(error, new CallForms(language).add(shown)));
  }

  private WebPage add(WebRequest request) throws IOException {
    Language language = request.language();
    Values form = request.form(CallBodies.FIELDS);
    try {
      CallRecord record = CallBodies.record(form);
      table.made().add(record);
      return WebPage.elsewhere(
          "/calls/phone?phone=" + record.phone() + "&month=" + month(record.time()) + "&added=1");
    } catch (WebException e) {
      Html error = new CallViews(language).error(e.getMessage());
      return newCall(language, shown(form, CallBodies.FIELDS), error).with(e.status());
    }
  }

  /** Ends a load that is under way, too. */
  @Override
  public void close() throws IOException {
    sample.close();
    table.close();
  }
}
