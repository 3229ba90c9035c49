package io.rowandb.systems.web.webtable;

import io.rowandb.cli.terminal.Figures;
import io.rowandb.schema.pattern.Explanation;
import io.rowandb.systems.web.BackgroundLoad.Progress;
import io.rowandb.systems.web.Html;
import io.rowandb.systems.web.Language;
import io.rowandb.systems.webtable.DueUrl;
import io.rowandb.systems.webtable.PageAnchor;
import io.rowandb.systems.webtable.PageChange;
import io.rowandb.systems.webtable.PageState;
import io.rowandb.systems.webtable.PageUrl;
import io.rowandb.systems.webtable.PageVersion;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Pages of a crawler as HTML. An address is a way to the page of this server that tells of it; it
 * never leads to where it says.
 *
 * @param language of the page
 */
record WebtableViews(Language language) {
  /** More would make a page that no browser likes; the API has it all. */
  private static final int MOST_OF_BODY = 20_000;

  /** Longer ones are no links: browsers send them twice, in a header of 8 KiB. */
  static final int MOST_OF_LINK = 3_000;

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSS", Locale.ROOT).withZone(ZoneOffset.UTC);

  static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  /** A query of these values, in this order. */
  static String query(Map<String, String> values) {
    List<String> parts = new ArrayList<>();
    values.forEach((name, value) -> parts.add(name + "=" + encoded(value)));
    return String.join("&", parts);
  }

  Html url(PageUrl url) {
    return url(url.toString(), "", url.toString());
  }

  private static Html url(String url, String more, String text) {
    String encoded = encoded(url);
    return encoded.length() > MOST_OF_LINK
        ? Html.of("<bdi>{}</bdi>", text)
        : Html.of("<a href=\"/webtable/page?url={}{}\"><bdi>{}</bdi></a>", encoded, more, text);
  }

  /** A version with its content, as text. */
  Html version(PageVersion version) {
    PageState state = version.state();
    if (state.isForgotten()) {
      return notice(
          language.say(
              "The page was fetched by then, first at "
                  + state.time()
                  + ", but newer versions have taken the place of that one.",
              "该网页当时已被抓取（首次：" + state.time() + "），但那个版本已被更新的版本取代。"));
    }
    boolean isWhole = version.body().length() <= MOST_OF_BODY;
    return Html.of(
        """
        <section class="card"><dl class="figures">{}{}{}{}</dl></section>
        <section><h2>{}</h2><pre tabindex="0" class="text">
        {}</pre>{}</section>
        """,
        figure(language.say("Fetched (UTC)", "抓取时间（UTC）"), TIME.format(state.time())),
        figure(language.say("Status", "状态码"), Integer.toString(state.status())),
        figure(language.say("Type", "类型"), state.type().isEmpty() ? "–" : state.type()),
        figure(language.say("Characters", "字符数"), Figures.count(state.characters())),
        language.say("Content, as text", "内容（纯文本）"),
        isWhole ? version.body() : beginning(version.body()),
        isWhole
            ? Html.NONE
            : hint(
                language.say(
                    "The first "
                        + Figures.count(MOST_OF_BODY)
                        + " characters; the API has them all.",
                    "前 " + Figures.count(MOST_OF_BODY) + " 个字符；接口给出全部。")));
  }

  /** No half a character at the end. */
  private static String beginning(String text) {
    int end = Character.isHighSurrogate(text.charAt(MOST_OF_BODY - 1)) ? 1 : 0;
    return text.substring(0, MOST_OF_BODY - end) + " …";
  }

  private static Html figure(String name, String value) {
    return Html.of("<div><dt>{}</dt><dd>{}</dd></div>", name, value);
  }

  /** The versions that are kept. */
  Html versions(PageUrl url, List<PageState> states) {
    List<Html> rows = new ArrayList<>();
    for (PageState each : states) {
      String time = each.time().toString();
      rows.add(
          Html.of(
              "<tr><td>{}</td><td class=\"number\">{}</td><td>{}</td><td class=\"number\">{}</td>"
                  + "<td>{}</td></tr>",
              url(url.toString(), "&at=" + encoded(time), TIME.format(each.time())),
              each.status(),
              each.type(),
              Figures.count(each.characters()),
              each.hash().substring(0, 8)));
    }
    return table(
        language.say("Versions", "版本"),
        Html.of(
            "<th>{}</th><th class=\"number\">{}</th><th>{}</th><th class=\"number\">{}</th>"
                + "<th>{}</th>",
            language.say("Fetched (UTC)", "抓取时间（UTC）"),
            language.say("Status", "状态码"),
            language.say("Type", "类型"),
            language.say("Characters", "字符数"),
            language.say("Hash", "散列")),
        rows);
  }

  /** Links, with the pages at their other end. */
  Html links(String name, List<PageAnchor> anchors, boolean withSource, boolean withTarget) {
    if (anchors.isEmpty()) {
      return Html.of("<p>{}</p>", language.say("No links.", "没有链接。"));
    }
    List<Html> rows = new ArrayList<>();
    for (PageAnchor each : anchors) {
      rows.add(
          Html.of(
              "<tr>{}{}<td class=\"long\"><bdi>{}</bdi></td></tr>",
              withSource ? cell(each.source()) : Html.NONE,
              withTarget ? cell(each.target()) : Html.NONE,
              each.text()));
    }
    return table(
        name,
        Html.of(
            "{}{}<th>{}</th>",
            withSource ? heading(language.say("From", "来自")) : Html.NONE,
            withTarget ? heading(language.say("To", "指向")) : Html.NONE,
            language.say("Words", "文字")),
        rows);
  }

  private Html cell(PageUrl url) {
    return Html.of("<td class=\"long\">{}</td>", url(url));
  }

  private static Html heading(String text) {
    return Html.of("<th>{}</th>", text);
  }

  /** Pages of a domain. */
  Html states(List<PageState> states) {
    List<Html> rows = new ArrayList<>();
    for (PageState each : states) {
      rows.add(
          Html.of(
              "<tr>{}<td>{}</td><td class=\"number\">{}</td><td class=\"number\">{}</td></tr>",
              cell(each.url()),
              each.isForgotten() ? language.say("forgotten", "已不保留") : TIME.format(each.time()),
              each.isForgotten() ? "–" : each.status(),
              each.isForgotten() ? "–" : Figures.count(each.characters())));
    }
    return table(
        language.say("Pages", "网页"),
        Html.of(
            "<th>{}</th><th>{}</th><th class=\"number\">{}</th><th class=\"number\">{}</th>",
            language.say("Address", "网址"),
            language.say("Fetched (UTC)", "抓取时间（UTC）"),
            language.say("Status", "状态码"),
            language.say("Characters", "字符数")),
        rows);
  }

  /** What became of pages. */
  Html changes(List<PageChange> changes) {
    List<Html> rows = new ArrayList<>();
    for (PageChange each : changes) {
      rows.add(Html.of("<tr><td>{}</td>{}</tr>", kind(each.kind()), cell(each.url())));
    }
    return table(
        language.say("Changes", "变化"),
        Html.of(
            "<th>{}</th><th>{}</th>", language.say("Change", "变化"), language.say("Address", "网址")),
        rows);
  }

  private String kind(PageChange.Kind kind) {
    return switch (kind) {
      case NEW -> language.say("new", "新增");
      case CHANGED -> language.say("changed", "有变化");
      case GONE -> language.say("gone", "消失");
      case FORGOTTEN -> language.say("forgotten", "已不保留");
    };
  }

  /** What comes next. */
  Html due(List<DueUrl> due) {
    if (due.isEmpty()) {
      return Html.of("<p>{}</p>", language.say("Nothing is due by then.", "到那时没有要抓取的网页。"));
    }
    List<Html> rows = new ArrayList<>();
    for (DueUrl each : due) {
      rows.add(Html.of("<tr><td>{}</td>{}</tr>", TIME.format(each.due()), cell(each.url())));
    }
    return table(
        language.say("Due", "待抓取"),
        Html.of(
            "<th>{}</th><th>{}</th>",
            language.say("Due (UTC)", "应抓取时间（UTC）"),
            language.say("Address", "网址")),
        rows);
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

  /** A way to another page of this system. */
  static Html button(String path, Map<String, String> query, String text) {
    return Html.of(
        "<a class=\"button\" href=\"/webtable/{}?{}\">{}</a> ", path, query(query), text);
  }

  Html explanation(Explanation explanation) {
    return Html.of(
        "<details><summary>{}</summary><pre tabindex=\"0\">{}</pre></details>",
        language.say("How it is read", "如何读取"),
        explanation);
  }

  Html progress(Progress progress) {
    return Html.of(
        """
        <section class="card"><h2>{}</h2>
        <p><progress value="{}" max="{}" aria-label="{}"></progress></p>
        <p role="status">{} / {}</p></section>
        """,
        language.say("Storing sample pages …", "正在存入示例网页……"),
        progress.records(),
        progress.expected(),
        language.say("Fetches", "抓取"),
        Figures.count(progress.records()),
        Figures.count(progress.expected()));
  }

  /** How a time reads in a title; the present has none. */
  String asOf(Instant time, Instant now) {
    return time.equals(now) ? "" : language.say(", as of ", "，截至 ") + time;
  }

  static Html hint(String text) {
    return Html.of("<p class=\"hint\">{}</p>", text);
  }

  Html error(String message) {
    return Html.of("<p class=\"error\" role=\"alert\">{}</p>", message);
  }

  Html notice(String message) {
    return Html.of("<p class=\"notice\" role=\"status\">{}</p>", message);
  }
}
