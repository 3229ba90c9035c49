package io.rowandb.systems.web.webtable;

import io.rowandb.systems.web.Html;
import io.rowandb.systems.web.Language;
import io.rowandb.systems.webtable.PageUrl;
import java.util.Map;

/**
 * The forms of pages and of the frontier.
 *
 * @param language of the page
 */
record WebtableForms(Language language) {
  /** A page, as of a time. */
  Html page(Map<String, String> shown) {
    return form(
        "page",
        Html.all(url(shown), time("at", language.say("As of (UTC)", "截至（UTC）"), shown, false)),
        language.say("Show the page", "查看网页"));
  }

  /** A domain, as of a time. */
  Html domain(Map<String, String> shown) {
    return form(
        "domain",
        Html.all(
            domainField(shown), time("at", language.say("As of (UTC)", "截至（UTC）"), shown, false)),
        language.say("Show the domain", "查看域名"));
  }

  /** Links to a domain. */
  Html linked(Map<String, String> shown) {
    return form("linked", domainField(shown), language.say("Show links to it", "查看指向它的链接"));
  }

  /** A domain and two times. */
  Html changes(Map<String, String> shown) {
    return form(
        "changes",
        Html.all(
            domainField(shown),
            time("from", language.say("From (UTC)", "从（UTC）"), shown, true),
            time("to", language.say("To (UTC)", "到（UTC）"), shown, true)),
        language.say("Show changes", "查看变化"));
  }

  /** A time of the frontier. */
  Html next(Map<String, String> shown) {
    return form(
        "frontier",
        time("at", language.say("As of (UTC)", "截至（UTC）"), shown, false),
        language.say("Show what comes next", "查看接下来抓取什么"));
  }

  /** What is to be fetched. */
  Html scheduling(Map<String, String> shown) {
    return Html.of(
        """
        <form class="card" action="/webtable/schedule" method="post"><h2>{}</h2>
        <div class="fields">{}{}</div><button>{}</button></form>
        """,
        language.say("Schedule a page", "安排抓取"),
        url(shown),
        time("due", language.say("From when on (UTC)", "何时起（UTC）"), shown, false),
        language.say("Schedule", "安排"));
  }

  /** What a crawler got. */
  Html storing(Map<String, String> shown) {
    return Html.of(
        """
        <form class="card" action="/webtable/add" method="post"><div class="fields">{}{}{}{}</div>
        <label>{}<textarea name="body" rows="6" spellcheck="false">
        {}</textarea></label>
        <label>{}<textarea name="links" rows="3" spellcheck="false" placeholder="{}">
        {}</textarea></label>
        <p class="hint">{}</p><button>{}</button></form>
        """,
        url(shown),
        time("time", language.say("Fetched at (UTC)", "抓取时间（UTC）"), shown, false),
        field("status", language.say("Status", "状态码"), "200", shown),
        field("type", language.say("Type", "类型"), "text/html", shown),
        language.say("Content", "内容"),
        shown.getOrDefault("body", ""),
        language.say("Links: one a line, an address and its words", "链接：每行一个，地址和文字"),
        "https://example.org/ An example",
        shown.getOrDefault("links", ""),
        language.say(
            "What is empty is now, 200, text/html. Each fetch is a version of its page; one of the"
                + " same time is replaced. The content is never run or rendered here.",
            "留空时为当前时间、200、text/html。每次抓取是网页的一个版本，同一时间的会被替换。这里从不运行或渲染内容。"),
        language.say("Store the page", "存入网页"));
  }

  /** Offers pages for empty tables. */
  Html sample() {
    return Html.of(
        """
        <section class="card"><h2>{}</h2><p>{}</p>
        <form action="/webtable/sample" method="post"><button>{}</button></form>
        <p class="hint">{} <code>./rowan webtable load PATH --frontier</code></p></section>
        """,
        language.say("There is no page yet", "还没有网页"),
        language.say(
            "Make up 200 pages of 30 hosts, crawled three times? They are always the same.",
            "要生成 30 个主机的 200 个网页、抓取三次吗？每次都一样。"),
        language.say("Make sample pages", "生成示例网页"),
        language.say(
            "More of them, or your own file, while this server is stopped:",
            "要更多，或装入自己的文件（先停止本服务器）："));
  }

  private static Html form(String path, Html fields, String text) {
    return Html.of(
        "<form action=\"/webtable/{}\"><div class=\"fields\">{}</div><button>{}</button></form>",
        path,
        fields,
        text);
  }

  private Html url(Map<String, String> shown) {
    return Html.of(
        """
        <label class="long">{}<input name="url" value="{}" required maxlength="{}" inputmode="url"
        placeholder="https://example.org/" autocomplete="off" spellcheck="false"></label>
        """,
        language.say("Address", "网址"),
        shown.getOrDefault("url", ""),
        PageUrl.MOST_CHARACTERS);
  }

  private Html domainField(Map<String, String> shown) {
    return Html.of(
        """
        <label>{}<input name="domain" value="{}" required maxlength="255" placeholder="example.org"
        autocomplete="off" spellcheck="false"></label>
        """,
        language.say("Domain", "域名"),
        shown.getOrDefault("domain", ""));
  }

  private Html time(String name, String label, Map<String, String> shown, boolean required) {
    return Html.of(
        """
        <label>{}<input name="{}" value="{}" placeholder="{}" autocomplete="off"{}></label>
        """,
        label,
        name,
        shown.getOrDefault(name, ""),
        required ? "2011-07-08" : language.say("now", "现在"),
        required ? Html.of(" required") : Html.NONE);
  }

  private static Html field(
      String name, String label, String placeholder, Map<String, String> shown) {
    return Html.of(
        """
        <label>{}<input name="{}" value="{}" placeholder="{}" autocomplete="off"></label>
        """,
        label,
        name,
        shown.getOrDefault(name, ""),
        placeholder);
  }
}
