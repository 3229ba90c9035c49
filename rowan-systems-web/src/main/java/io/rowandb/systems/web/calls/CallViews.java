package io.rowandb.systems.web.calls;

import io.rowandb.cli.terminal.Figures;
import io.rowandb.schema.pattern.Explanation;
import io.rowandb.systems.calls.Bill;
import io.rowandb.systems.calls.CallRecord;
import io.rowandb.systems.calls.Usage;
import io.rowandb.systems.web.Html;
import io.rowandb.systems.web.Language;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;

/**
 * Answers about call records as HTML.
 *
 * @param language of the page
 */
record CallViews(Language language) {
  /** More would make a page that no browser likes; the API has them all. */
  private static final int MOST_CELLS = 500;

  private static final int SECONDS_PER_MINUTE = 60;
  private static final double CENTS_PER_UNIT = 100;

  /** In a month, on a screen that may be narrow. */
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

  static String count(long number) {
    return Figures.count(number);
  }

  static String length(long seconds) {
    return String.format(
        Locale.ROOT, "%,d:%02d", seconds / SECONDS_PER_MINUTE, seconds % SECONDS_PER_MINUTE);
  }

  Html bill(Bill bill) {
    Usage usage = bill.usage();
    return Html.of(
        "<section class=\"card\"><h2>{}</h2><dl class=\"figures\">{}{}{}{}{}{}</dl></section>",
        language.say("Bill", "账单"),
        figure(language.say("Calls", "通话"), count(usage.calls())),
        figure(language.say("of them missed", "其中未接"), count(usage.missed())),
        figure(language.say("Talked, made", "呼出时长"), length(usage.outgoingSeconds())),
        figure(language.say("Talked, taken", "呼入时长"), length(usage.incomingSeconds())),
        figure(language.say("Minutes that began", "计费分钟"), count(bill.minutes())),
        figure(
            language.say("To be paid", "应付"),
            String.format(Locale.ROOT, "%,.2f", bill.cents() / CENTS_PER_UNIT)));
  }

  private static Html figure(String name, String value) {
    return Html.of("<div><dt>{}</dt><dd>{}</dd></div>", name, value);
  }

  Html records(List<CallRecord> records, YearMonth month) {
    if (records.isEmpty()) {
      return Html.of(
          "<p>{}</p>", language.say("No call of this phone in this month.", "该号码本月没有通话。"));
    }
    List<Html> rows = new ArrayList<>();
    for (CallRecord each : records) {
      rows.add(
          Html.of(
              "<tr><td>{}</td><td>{}</td><td><a href=\"/calls/phone?phone={}&amp;month={}\">{}</a>"
                  + "</td><td class=\"number\">{}</td><td>{}</td></tr>",
              TIME.format(each.time()),
              each.outgoing() ? language.say("to", "呼出") : language.say("from", "呼入"),
              each.peer(),
              month,
              each.peer(),
              each.answered() ? length(each.seconds()) : language.say("missed", "未接"),
              place(each, month)));
    }
    return table(
        language.say("Calls", "通话"),
        Html.of(
            "<th>{}</th><th>{}</th><th>{}</th><th class=\"number\">{}</th><th>{}</th>",
            language.say("Time (UTC)", "时间（UTC）"),
            language.say("Call", "方向"),
            language.say("Phone", "号码"),
            language.say("Talked", "时长"),
            language.say("Area, cell", "区域、小区")),
        rows);
  }

  private static Html place(CallRecord record, YearMonth month) {
    return record.area() == null
        ? Html.of("–")
        : Html.of(
            "<a href=\"/calls/area?area={}&amp;month={}\">{}</a>, {}",
            record.area(),
            month,
            record.area(),
            record.cell());
  }

  Html cells(SortedMap<Integer, Usage> cells) {
    if (cells.isEmpty()) {
      return Html.of(
          "<p>{}</p>", language.say("No call in this area in this month.", "该区域本月没有通话。"));
    }
    List<Html> rows = new ArrayList<>();
    for (Map.Entry<Integer, Usage> each : cells.entrySet()) {
      if (rows.size() < MOST_CELLS) {
        rows.add(cell(each.getKey(), each.getValue()));
      }
    }
    Html all =
        table(
            language.say("Cells", "小区"),
            Html.of(
                "<th class=\"number\">{}</th><th class=\"number\">{}</th>"
                    + "<th class=\"number\">{}</th><th class=\"number\">{}</th>"
                    + "<th class=\"number\">{}</th>",
                language.say("Cell", "小区"),
                language.say("Calls", "通话"),
                language.say("Missed", "未接"),
                language.say("Talked, made", "呼出时长"),
                language.say("Talked, taken", "呼入时长")),
            rows);
    return cells.size() <= MOST_CELLS ? all : Html.all(all, more(cells.size()));
  }

  private Html more(int cells) {
    return Html.of(
        "<p class=\"hint\">{}</p>",
        language.say(
            "The first " + MOST_CELLS + " of " + count(cells) + " cells; the API has them all.",
            "共 " + count(cells) + " 个小区，这里是前 " + MOST_CELLS + " 个；接口给出全部。"));
  }

  private static Html cell(int cell, Usage usage) {
    return Html.of(
        "<tr><td class=\"number\">{}</td><td class=\"number\">{}</td><td class=\"number\">{}</td>"
            + "<td class=\"number\">{}</td><td class=\"number\">{}</td></tr>",
        cell,
        count(usage.calls()),
        count(usage.missed()),
        length(usage.outgoingSeconds()),
        length(usage.incomingSeconds()));
  }

  /** One that is too wide is moved sideways, also by keys. */
  private static Html table(String name, Html headings, List<Html> rows) {
    return Html.of(
        """
        <div class="wide" role="region" aria-label="{}" tabindex="0"><table><thead><tr>{}</tr></thead>
        <tbody>{}</tbody></table></div>
        """,
        name,
        headings,
        rows);
  }

  Html explanation(Explanation explanation) {
    return Html.of(
        "<details><summary>{}</summary><pre tabindex=\"0\">{}</pre></details>",
        language.say("How it is read", "如何读取"),
        explanation);
  }

  Html error(String message) {
    return Html.of("<p class=\"error\" role=\"alert\">{}</p>", message);
  }

  Html notice(String message) {
    return Html.of("<p class=\"notice\" role=\"status\">{}</p>", message);
  }
}
