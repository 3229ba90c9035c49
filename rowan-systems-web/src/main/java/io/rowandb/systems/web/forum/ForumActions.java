package io.rowandb.systems.web.forum;

import io.rowandb.systems.forum.CommentLayout;
import io.rowandb.systems.web.Html;
import io.rowandb.systems.web.Language;
import io.rowandb.systems.web.PageParts;
import io.rowandb.systems.web.SystemRoutes;
import io.rowandb.systems.web.Values;
import io.rowandb.systems.web.WebException;
import io.rowandb.systems.web.WebPage;
import io.rowandb.systems.web.WebRequest;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** What forms do in a forum. Thread-safe. */
final class ForumActions {
  /** What a query of this server has: a form sends back which page it stands on. */
  private static final Pattern QUERY = Pattern.compile("[A-Za-z0-9=&%+.*_-]{1,6000}");

  private static final Pattern BLANKS = Pattern.compile("\\s+");

  private final ForumWrites writes;
  private final PostPage posts;

  ForumActions(ForumWrites writes, PostPage posts) {
    this.writes = writes;
    this.posts = posts;
  }

  void addTo(SystemRoutes routes) {
    routes.page("/write", this::write);
    routes.form("/publish", this::publish);
    routes.form("/comment", this::comment);
    routes.form("/remove-comment", this::removeComment);
    routes.form("/remove", this::remove);
    routes.form("/move", this::move);
  }

  private WebPage write(WebRequest request) {
    request.query();
    return writing(request.language(), Map.of("id", CommentViews.newId()), Html.NONE);
  }

  private static WebPage writing(Language language, Map<String, String> shown, Html said) {
    return WebPage.of(
        language.say("Publish a post", "发布帖子"),
        Html.of(
            "{}<section class=\"card\">{}</section><p class=\"hint\">{}</p>",
            said,
            new ForumForms(language).publish(shown),
            language.say(
                "Any name will do, and nobody is asked for a password: this is an example.",
                "任何名字都可以，不需要密码：这是示例。")));
  }

  /** As it was typed: browsers send two characters for the end of a line. */
  private static String text(Values form) {
    return form.given("text").orElse("").replace("\r\n", "\n");
  }

  private WebPage publish(WebRequest request) throws IOException {
    Values form = request.longForm("id", "as", "title", "tags", "text", "layout");
    String id = form.given("id").orElseGet(CommentViews::newId);
    boolean isNew;
    try {
      isNew =
          writes.publish(
              new ForumWrites.NewPost(
                  id,
                  form.text("as"),
                  Optional.empty(),
                  form.text("title"),
                  text(form),
                  tags(form.given("tags").orElse("")),
                  ForumAnswers.layout(form).orElse(CommentLayout.WIDE)));
    } catch (WebException e) {
      Map<String, String> shown =
          new HashMap<>(PageParts.shown(form, "as", "title", "tags", "layout"));
      shown.put("text", text(form));
      shown.put("id", again(id, e));
      Language language = request.language();
      return writing(language, shown, new PageParts(language).error(e.getMessage()))
          .with(e.status());
    }
    return post(id, "as", form.text("as"), "said", isNew ? "published" : "known");
  }

  private static List<String> tags(String text) {
    return Arrays.stream(BLANKS.split(text)).filter(tag -> !tag.isEmpty()).distinct().toList();
  }

  /** Something else has the id: only with a new one the form can be sent again. */
  private static String again(String id, WebException why) {
    return why.status() == WebException.IN_CONFLICT ? CommentViews.newId() : id;
  }

  /** The page of a post, with more parameters: names and values. */
  private static WebPage post(String post, String... more) {
    Map<String, String> query = new LinkedHashMap<>();
    query.put("post", post);
    for (int i = 0; i < more.length; i += 2) {
      query.put(more[i], more[i + 1]);
    }
    return WebPage.elsewhere("/forum/post?" + PageParts.query(query));
  }

  private WebPage comment(WebRequest request) throws IOException {
    Values form = request.longForm("post", "id", "parent", "as", "text");
    String post = form.text("post");
    String id = form.given("id").orElseGet(CommentViews::newId);
    Optional<String> parent = form.given("parent");
    boolean isNew;
    try {
      isNew =
          writes.comment(
              post,
              new ForumWrites.NewComment(
                  id, parent, form.text("as"), Optional.empty(), words(form)));
    } catch (WebException e) {
      if (e.status() == WebException.ABSENT) {
        throw e; // no page could show the form
      }
      Map<String, String> shown = new HashMap<>(PageParts.shown(form, "post", "parent", "as"));
      shown.put("text", text(form));
      shown.put("id", again(id, e));
      return posts.refused(request.language(), shown, e);
    }
    String said = isNew ? "commented" : "again";
    return parent.isEmpty()
        ? post(post, "order", "newest", "as", form.text("as"), "said", said)
        : post(post, "below", parent.get(), "as", form.text("as"), "said", said);
  }

  private static String words(Values form) {
    String text = text(form);
    if (text.isBlank()) {
      throw WebException.wrong("text is missing");
    }
    return text;
  }

  private WebPage removeComment(WebRequest request) throws IOException {
    Values form = request.form("post", "comment", "back");
    String post = form.text("post");
    String back = form.given("back").orElse("order=thread");
    if (!QUERY.matcher(back).matches()) {
      throw WebException.wrong("back is no query of a post");
    }
    String said = writes.removeComment(post, form.text("comment")) ? "removed" : "gone";
    return WebPage.elsewhere(
        "/forum/post?" + PageParts.query(Map.of("post", post)) + "&said=" + said + "&" + back);
  }

  private WebPage remove(WebRequest request) throws IOException {
    String post = request.form("post").text("post");
    return WebPage.elsewhere("/forum?said=" + (writes.remove(post) ? "removed" : "gone"));
  }

  private WebPage move(WebRequest request) throws IOException {
    Values form = request.form("post", "layout");
    String post = form.text("post");
    CommentLayout layout =
        ForumAnswers.layout(form).orElseThrow(() -> WebException.wrong("layout is missing"));
    return post(post, "said", writes.move(post, layout) ? "moved" : "stayed");
  }
}
