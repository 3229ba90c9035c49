package io.rowandb.systems.web;

import io.javalin.http.Context;
import io.javalin.http.Cookie;
import io.javalin.http.SameSite;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;

/** What stands around every page: the way to the other systems, and the languages. Immutable. */
final class PageFrame {
  private static final int YEAR_SECONDS = 365 * 24 * 60 * 60;

  private final List<SystemPages> systems;
  private final Semaphore streams;

  /**
   * Of all pages.
   *
   * @param streams has one permit for each long answer that may still be under way
   */
  PageFrame(List<SystemPages> systems, Semaphore streams) {
    this.systems = systems;
    this.streams = streams;
  }

  /** Answers with a page. */
  void answer(Context context, SystemRoutes.PageHandler handler) throws IOException {
    WebPage page = handler.page(new WebRequest(context));
    byte[] document = document(context, page);
    if (document.length <= WebStream.LONG_BYTES) {
      begin(context, page);
      context.result(document);
    } else {
      WebStream.within(
          streams,
          context,
          () -> {
            begin(context, page);
            context.outputStream().write(document);
          });
    }
  }

  /** Answers that a request is refused. */
  void refuse(Context context, int status, String message) {
    Language language = new WebRequest(context).language();
    Html body =
        Html.of(
            "<p class=\"error\" role=\"alert\">{}</p><p><a href=\"/\">{}</a></p>",
            message,
            language.say("All systems", "全部系统"));
    String title = language.say("This did not work", "未能完成") + " (" + status + ")";
    WebPage page = WebPage.of(title, body).with(status);
    begin(context, page);
    context.result(document(context, page));
  }

  private byte[] document(Context context, WebPage page) {
    Language language = new WebRequest(context).language();
    return document(context, language, page).toString().getBytes(StandardCharsets.UTF_8);
  }

  private static void begin(Context context, WebPage page) {
    new WebRequest(context).asked().ifPresent(language -> remember(context, language));
    page.headers().forEach(context::header);
    context.status(page.status());
    context.contentType("text/html; charset=utf-8");
  }

  private static void remember(Context context, Language language) {
    Cookie cookie = new Cookie(WebRequest.LANGUAGE, language.code());
    cookie.setPath("/");
    cookie.setMaxAge(YEAR_SECONDS);
    cookie.setHttpOnly(true);
    cookie.setSameSite(SameSite.LAX);
    context.cookie(cookie);
  }

  private Html document(Context context, Language language, WebPage page) {
    return Html.of(
        """
        <!DOCTYPE html>
        <html lang="{}">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>{} · Rowan</title>
        <link rel="stylesheet" href="/style.css">
        <link rel="icon" href="/icon.svg" type="image/svg+xml">
        </head>
        <body>
        <a class="skip" href="#content">{}</a>
        <header><nav aria-label="{}"><a class="home" href="/">Rowan</a>{}</nav>
        <nav class="languages" aria-label="{}">{}</nav></header>
        <main id="content">
        <h1>{}</h1>
        {}
        </main>
        </body>
        </html>
        """,
        language.code(),
        page.title(),
        language.say("Skip to the content", "跳到正文"),
        language.say("Systems", "系统"),
        links(context, language),
        language.say("Language", "语言"),
        languages(context, language),
        page.title(),
        page.body());
  }

  private List<Html> links(Context context, Language language) {
    List<Html> links = new ArrayList<>();
    for (SystemPages each : systems) {
      String path = "/" + each.name();
      boolean here = context.path().equals(path) || context.path().startsWith(path + "/");
      links.add(
          Html.of(
              "<a href=\"/{}\"{}>{}</a>",
              each.name(),
              here ? Html.of(" aria-current=\"true\"") : Html.NONE,
              each.title(language)));
    }
    return links;
  }

  /** The same page in the other languages. */
  private static List<Html> languages(Context context, Language shown) {
    List<Html> links = new ArrayList<>();
    for (Language each : Language.values()) {
      links.add(
          Html.of(
              "<a href=\"?{}\" lang=\"{}\" hreflang=\"{}\"{}>{}</a>",
              sameIn(context, each),
              each.code(),
              each.code(),
              each == shown ? Html.of(" aria-current=\"true\"") : Html.NONE,
              each.ownName()));
    }
    return links;
  }

  private static String sameIn(Context context, Language language) {
    StringBuilder query = new StringBuilder();
    for (Map.Entry<String, List<String>> each : context.queryParamMap().entrySet()) {
      if (!each.getKey().equals(WebRequest.LANGUAGE)) {
        for (String value : each.getValue()) {
          query.append(encoded(each.getKey())).append('=').append(encoded(value)).append('&');
        }
      }
    }
    return query.append(WebRequest.LANGUAGE).append('=').append(language.code()).toString();
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  /** The page that lists all systems. */
  WebPage start(WebRequest request) {
    request.query();
    Language language = request.language();
    List<Html> cards = new ArrayList<>();
    for (SystemPages each : systems) {
      cards.add(
          Html.of(
              "<li><h2><a href=\"/{}\">{}</a></h2><p>{}</p></li>",
              each.name(),
              each.title(language),
              each.about(language)));
    }
    return WebPage.of(
        language.say("Worked systems", "做好的系统"),
        Html.of(
            "<p>{}</p><ul class=\"cards\">{}</ul>",
            language.say(
                "Applications on Rowan's record layer, on the store that this server has open."
                    + " Each has pages and an HTTP API.",
                "建立在 Rowan 记录层之上的应用，使用本服务器打开的存储。每个系统都有网页和 HTTP 接口。"),
            cards));
  }
}
