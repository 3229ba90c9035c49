package io.rowandb.systems.web.logs;

import io.rowandb.schema.pattern.Page;
import io.rowandb.systems.logs.LogLine;
import io.rowandb.systems.logs.LogQuery;
import io.rowandb.systems.logs.LogRecord;
import io.rowandb.systems.web.Html;
import io.rowandb.systems.web.Language;
import io.rowandb.systems.web.PageParts;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/**
 * Lines as HTML.
 *
 * @param language of the page
 */
record LogViews(Language language) {
  /** Of a text, in a table; the page of the line has it all. */
  private static final int SHOWN_CHARS = 300;

  /** Characters of a guid; all are in the address, and in the title that a browser shows. */
  private static final int SHOWN_OF_GUID = 8;

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSS", Locale.ROOT).withZone(ZoneOffset.UTC);

  /** A page of an answer; what a line has leads to the question for it in the same days. */
  Html lines(LogQuery question, Page<LogLine> page) {
    if (page.records().isEmpty()) {
      return Html.of("<p>{}</p>", language.say("No line answers this.", "没有符合的日志行。"));
    }
    List<Html> rows = new ArrayList<>();
    for (LogLine each : page.records()) {
      rows.add(row(question, each));
    }
    return new PageParts(language)
        .table(
            language.say("Lines", "日志行"),
            Html.of(
                "<th>{}</th><th>{}</th><th>{}</th><th>{}</th><th>{}</th><th>{}</th><th>{}</th>",
                language.say("Time (UTC)", "时间（UTC）"),
                language.say("Text", "正文"),
                language.say("Code", "代码"),
                language.say("Source", "来源"),
                language.say("Guid of the doer", "执行者 GUID"),
                language.say("Guid of the other", "对象 GUID"),
                language.say("File, line", "文件，行")),
            rows);
  }

  private Html row(LogQuery question, LogLine titled) {
    LogRecord line = titled.record();
    return Html.of(
        "<tr><td>{}</td><td class=\"text\">{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td>"
            + "<td class=\"name\"><a href=\"/logs/line?file={}&amp;line={}\">{}, {}</a></td></tr>",
        TIME.format(line.time()),
        beginning(Objects.toString(line.text(), "")),
        link(question, "code", line.code()),
        Objects.toString(line.source(), "–"),
        link(question, "guid", line.guid1()),
        link(question, "guid", line.guid2()),
        line.file(),
        line.line(),
        title(titled),
        line.line());
  }

  private String title(LogLine line) {
    return beginning(line.title().orElseGet(() -> language.say("no title", "无标题")));
  }

  private static String beginning(String text) {
    if (text.length() <= SHOWN_CHARS) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(SHOWN_CHARS - 1)) ? 1 : 0;
    return text.substring(0, SHOWN_CHARS - end) + " …";
  }

  private static Html link(LogQuery of, String name, Object value) {
    return link(of.group(), of.from(), of.to(), name, value);
  }

  /** To the question for a guid or a code. */
  private static Html link(String group, LocalDate from, LocalDate to, String name, Object value) {
    if (value == null) {
      return Html.of("–");
    }
    Map<String, String> query = new LinkedHashMap<>();
    query.put("group", group);
    query.put(name, value.toString());
    query.put("from", from.toString());
    query.put("to", to.toString());
    return Html.of(
        "<a href=\"/logs/ask?{}\" title=\"{}\">{}</a>",
        PageParts.query(query),
        value,
        value instanceof UUID ? value.toString().substring(0, SHOWN_OF_GUID) + "…" : value);
  }

  /** All that there is of a line. */
  Html line(LogLine titled) {
    LogRecord line = titled.record();
    return Html.of(
        """
        <section class="card"><dl class="figures">{}{}{}{}{}{}{}</dl></section>
        <pre tabindex="0">{}</pre>
        """,
        PageParts.figure(language.say("Time (UTC)", "时间（UTC）"), TIME.format(line.time())),
        PageParts.figure(language.say("Group", "组"), line.group()),
        PageParts.figure(language.say("Code", "代码"), link(line, "code", line.code())),
        PageParts.figure(language.say("Source", "来源"), Objects.toString(line.source(), "–")),
        PageParts.figure(
            language.say("Guid of the doer", "执行者 GUID"), link(line, "guid", line.guid1())),
        PageParts.figure(
            language.say("Guid of the other", "对象 GUID"), link(line, "guid", line.guid2())),
        PageParts.figure(language.say("File", "文件"), titled.title().orElse("" + line.file())),
        Objects.toString(line.text(), ""));
  }

  private static Html link(LogRecord of, String name, Object value) {
    return link(of.group(), of.date(), of.date(), name, value);
  }
}
