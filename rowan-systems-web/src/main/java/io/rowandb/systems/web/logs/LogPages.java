package io.rowandb.systems.web.logs;

import io.rowandb.schema.pattern.Page;
import io.rowandb.systems.logs.LogLine;
import io.rowandb.systems.logs.LogQuery;
import io.rowandb.systems.logs.LogRecord;
import io.rowandb.systems.web.BackgroundLoad.Progress;
import io.rowandb.systems.web.BackgroundLoad.State;
import io.rowandb.systems.web.Html;
import io.rowandb.systems.web.Language;
import io.rowandb.systems.web.PageParts;
import io.rowandb.systems.web.SystemPages;
import io.rowandb.systems.web.SystemRoutes;
import io.rowandb.systems.web.Values;
import io.rowandb.systems.web.WebException;
import io.rowandb.systems.web.WebPage;
import io.rowandb.systems.web.WebRequest;
import java.io.IOException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Connection;

/** A log store: its pages and its API. */
public final class LogPages implements SystemPages {
  private static final int LINES_OF_PAGE = 50;

  private static final String[] FIELDS = {
    "title", "line", "time", "group", "guid1", "guid2", "code", "source", "text"
  };

  // Fixed at construction.
  private final OpenLogs logs;
  private final LogUploads uploads;
  private final SampleLogs sample;

  /** One form at a time, so that of two for one line, one is refused. */
  private final Object forms = new Object();

  /** On a store or a cluster. */
  public LogPages(Connection connection) {
    logs = new OpenLogs(connection);
    uploads = new LogUploads(logs);
    sample = new SampleLogs(logs);
  }

  @Override
  public String name() {
    return "logs";
  }

  @Override
  public String title(Language language) {
    return language.say("Log store", "日志库");
  }

  @Override
  public String about(Language language) {
    return language.say(
        "Lines of many logs: those of a group and some days that have a guid in either of two"
            + " places, or a code.",
        "许多日志的行：某个组在某些天里，两个位置之一有某个 GUID，或者有某个代码的行。");
  }

  @Override
  public void addTo(SystemRoutes routes) {
    routes.page("", this::first);
    routes.page("/ask", this::ask);
    routes.page("/line", this::line);
    routes.page("/add", request -> newLine(request));
    routes.form("/add", this::add);
    routes.sample(sample);
    new LogApi(logs, uploads).addTo(routes);
  }

  private WebPage first(WebRequest request) throws IOException {
    request.query();
    Language language = request.language();
    PageParts parts = new PageParts(language);
    Progress progress = sample.progress();
    if (progress.state() == State.RUNNING) {
      String making = language.say("Making lines …", "正在生成日志行……");
      return WebPage.of(title(language), parts.progress(making, progress)).again();
    }
    Html failed =
        progress.state() == State.FAILED
            ? parts.error(
                language.say(
                    "The sample lines could not all be made; the server's log says why.",
                    "示例日志未能全部生成，原因见服务器日志。"))
            : Html.NONE;
    Optional<LogRecord> some = logs.any();
    LogForms views = new LogForms(language);
    return WebPage.of(
        title(language),
        Html.of(
            "<p>{}</p>{}{}<p><a href=\"/logs/add\">{}</a></p>",
            about(language),
            failed,
            some.isEmpty() ? views.sample() : views.question(answered(some.get())),
            language.say("Add a line", "添加一行日志")));
  }

  /** A question that has an answer. */
  private static Map<String, String> answered(LogRecord line) {
    Map<String, String> shown = new HashMap<>();
    shown.put("group", line.group());
    shown.put("from", line.date().toString());
    if (line.guid1() != null) {
      shown.put("guid", line.guid1().toString());
    } else if (line.code() != null) {
      shown.put("code", line.code());
    }
    return shown;
  }

  private WebPage ask(WebRequest request) throws IOException {
    Language language = request.language();
    Values query = request.query("group", "guid", "code", "source", "from", "to", "after");
    Html form = new LogForms(language).question(PageParts.shown(query, LogBodies.QUESTION));
    PageParts parts = new PageParts(language);
    String title = language.say("Lines", "日志行");
    try {
      LogQuery question = LogBodies.question(query);
      return WebPage.of(
          title + ": " + question.group(), Html.all(form, answer(parts, question, query)));
    } catch (WebException e) {
      return WebPage.of(title, Html.all(parts.error(e.getMessage()), form)).with(e.status());
    }
  }

  private Html answer(PageParts parts, LogQuery question, Values query) throws IOException {
    Language language = parts.language();
    LogViews views = new LogViews(language);
    try {
      Page<LogLine> page = LogAnswers.page(logs, question, LINES_OF_PAGE, query.given("after"));
      List<Html> others = new ArrayList<>();
      Map<String, String> same = PageParts.shown(query, LogBodies.QUESTION);
      if (query.has("after")) {
        others.add(link(same, language.say("From the beginning", "从头开始")));
      }
      if (page.next().isPresent()) {
        same.put("after", page.next().get());
        others.add(link(same, language.say("Later lines", "更晚的行")));
      }
      return Html.of(
          "<section>{}<p>{}</p></section>{}",
          views.lines(question, page),
          others,
          parts.explanation(logs.ask(store -> store.explain(question))));
    } catch (TableNotFoundException e) {
      return views.lines(question, new Page<>(List.of(), Optional.empty()));
    }
  }

  private static Html link(Map<String, String> query, String text) {
    return Html.of(
        "<a class=\"button\" href=\"/logs/ask?{}\">{}</a> ", PageParts.query(query), text);
  }

  private WebPage line(WebRequest request) throws IOException {
    Language language = request.language();
    Values query = request.query("file", "line", "added");
    LogLine line =
        LogApi.line(logs, LogApi.place(query, "file", 0), LogApi.place(query, "line", 1));
    Html added =
        query.has("added")
            ? new PageParts(language).notice(language.say("The line was added.", "日志行已添加。"))
            : Html.NONE;
    Html more =
        Html.of("<p><a href=\"/logs/add\">{}</a></p>", language.say("Add a line", "添加一行日志"));
    return WebPage.of(
        language.say("Line " + line.record().line(), "第 " + line.record().line() + " 行"),
        Html.all(added, new LogViews(language).line(line), more));
  }

  private static WebPage newLine(WebRequest request) {
    request.query();
    Map<String, String> shown = new HashMap<>();
    Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    shown.put("title", "by hand/" + LocalDate.ofInstant(now, ZoneOffset.UTC));
    shown.put("line", "" + ThreadLocalRandom.current().nextInt(1, Integer.MAX_VALUE));
    shown.put("time", now.toString());
    return newLine(request.language(), shown, Html.NONE);
  }

  private static WebPage newLine(Language language, Map<String, String> shown, Html error) {
    return WebPage.of(
        language.say("Add a line", "添加一行日志"), Html.all(error, new LogForms(language).add(shown)));
  }

  private WebPage add(WebRequest request) throws IOException {
    Language language = request.language();
    Values form = request.longForm(FIELDS);
    try {
      String title = LogBodies.title(form);
      Map<String, String> unixLines = new HashMap<>(PageParts.shown(form, FIELDS));
      unixLines.computeIfPresent("text", (name, text) -> text.replace("\r\n", "\n"));
      LogRecord line =
          LogBodies.record(Values.of(unixLines, FIELDS), LogApi.place(form, "line", 1));
      int file = add(title, line);
      return WebPage.elsewhere("/logs/line?file=" + file + "&line=" + line.line() + "&added=1");
    } catch (WebException e) {
      Html error = new PageParts(language).error(e.getMessage());
      return newLine(language, PageParts.shown(form, FIELDS), error).with(e.status());
    }
  }

  /** Adds a line that is new, or there already; gives the number of its file. */
  private int add(String title, LogRecord line) throws IOException {
    synchronized (forms) {
      return logs.write(
          store -> {
            int file = store.addFile(title);
            LogRecord numbered = LogBodies.inFile(line, file);
            Optional<LogRecord> there = store.get(file, line.line());
            if (there.isPresent() && !there.get().equals(numbered)) {
              throw new WebException(
                  WebException.IN_CONFLICT,
                  "there is another line "
                      + line.line()
                      + " of this file already; give it another number");
            }
            store.add(numbered);
            return file;
          });
    }
  }

  /** Ends a load that is under way, too. */
  @Override
  public void close() throws IOException {
    sample.close();
    logs.close();
  }
}
