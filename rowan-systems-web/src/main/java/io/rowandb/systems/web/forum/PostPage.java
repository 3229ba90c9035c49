package io.rowandb.systems.web.forum;

import io.rowandb.schema.pattern.Page;
import io.rowandb.systems.forum.Comment;
import io.rowandb.systems.forum.Forum;
import io.rowandb.systems.forum.PublishedPost;
import io.rowandb.systems.forum.ThreadComment;
import io.rowandb.systems.web.Html;
import io.rowandb.systems.web.Language;
import io.rowandb.systems.web.PageParts;
import io.rowandb.systems.web.Values;
import io.rowandb.systems.web.WebException;
import io.rowandb.systems.web.WebPage;
import io.rowandb.systems.web.WebRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The page of a post and its comments. Thread-safe. */
final class PostPage {
  private static final int COMMENTS = 20;
  private static final List<String> ORDERS = List.of("thread", "newest", "oldest");

  /** All that can be asked of it. */
  private static final String[] QUERY = {"post", "order", "below", "after", "as", "said"};

  private final ForumSpace space;

  PostPage(ForumSpace space) {
    this.space = space;
  }

  WebPage page(WebRequest request) throws IOException {
    Values query = request.query(QUERY);
    Html said = said(request.language(), query);
    return page(request.language(), query, Map.of(), said);
  }

  /** With a form that was refused: what it said, and why. */
  WebPage refused(Language language, Map<String, String> form, WebException why)
      throws IOException {
    Values query = Values.of(Map.of("post", form.get("post")), QUERY);
    Html said = new PageParts(language).error(why.getMessage());
    return page(language, query, form, said).with(why.status());
  }

  private static Html said(Language language, Values query) {
    PageParts parts = new PageParts(language);
    return switch (query.given("said").orElse("")) {
      case "published" -> parts.notice(language.say("The post is published.", "帖子已发布。"));
      case "known" -> parts.notice(language.say("The post was published before.", "帖子以前已经发布。"));
      case "again" -> parts.notice(language.say("The comment was made before.", "评论以前已经发表。"));
      case "gone" -> parts.notice(language.say("There is no such comment any more.", "这条评论已经不在。"));
      case "stayed" ->
          parts.notice(language.say("The comments were stored that way already.", "评论已经是这样存储的。"));
      case "commented" -> parts.notice(language.say("The comment is there.", "评论已发表。"));
      case "removed" -> parts.notice(language.say("The comment was removed.", "评论已删除。"));
      case "moved" -> parts.notice(language.say("The comments were moved.", "评论已移动。"));
      default -> Html.NONE;
    };
  }

  private WebPage page(Language language, Values query, Map<String, String> form, Html said)
      throws IOException {
    String id = query.text("post");
    Forum forum = space.existing();
    PublishedPost post = ForumAnswers.post(forum, id);
    String as = form.getOrDefault("as", query.given("as").orElse(""));
    String asked = ForumAnswers.order(query, ORDERS, "thread");
    String order = query.has("below") ? "thread" : asked;
    CommentViews views =
        new CommentViews(
            language,
            id,
            as,
            PageParts.query(PageParts.shown(query, "order", "below", "after", "as")));
    ForumForms forms = new ForumForms(language);
    return WebPage.of(
        ForumViews.title(post.post()),
        Html.of(
            "{}{}<p class=\"post\">{}</p>{}{}<section><h2>{}</h2>{}{}</section>{}{}",
            said,
            new ForumViews(language).by(post),
            post.post().text(),
            form.containsKey("parent") ? replying(language, id, form) : Html.NONE,
            writing(language, id, form, as),
            language.say("Comments", "评论"),
            views.orders(query.has("below") ? "" : order),
            comments(forum, views, query, order),
            forms.move(id, post.layout().other()),
            forms.remove(id)));
  }

  /** A reply that was refused. */
  private static Html replying(Language language, String post, Map<String, String> form) {
    return Html.of(
        "<section class=\"card\"><h2>{}</h2>{}</section>",
        language.say("Reply", "回复"),
        new ForumForms(language).comment(post, form));
  }

  private static Html writing(Language language, String post, Map<String, String> form, String as) {
    Map<String, String> shown = new HashMap<>();
    shown.put("id", CommentViews.newId());
    shown.put("as", as);
    boolean isRefused = form.containsKey("text") && !form.containsKey("parent");
    if (isRefused) {
      shown.putAll(form);
    }
    return Html.of(
        "<details{}><summary>{}</summary>{}</details>",
        isRefused ? Html.of(" open") : Html.NONE,
        language.say("Write a comment", "写评论"),
        new ForumForms(language).comment(post, shown));
  }

  private Html comments(Forum forum, CommentViews views, Values query, String order)
      throws IOException {
    Map<String, String> same =
        query.has("below")
            ? views.query("below", query.text("below"))
            : views.query("order", order);
    if (order.equals("thread")) {
      Page<ThreadComment> page = ForumAnswers.thread(forum, views.post(), COMMENTS, query);
      return Html.of(
          "{}{}<p>{}</p>",
          above(forum, views, query),
          views.thread(page.records()),
          ways(views.language(), same, query, page.next()));
    }
    Page<Comment> page = ForumAnswers.comments(forum, views.post(), order, COMMENTS, query);
    return Html.of(
        "{}<p>{}</p>",
        views.byTime(page.records()),
        ways(views.language(), same, query, page.next()));
  }

  /** The comment whose replies are shown. */
  private static Html above(Forum forum, CommentViews views, Values query) throws IOException {
    if (!query.has("below")) {
      return Html.NONE;
    }
    String below = query.text("below");
    Optional<ThreadComment> comment =
        ForumAnswers.about(forum, views.post(), () -> forum.find(views.post(), below));
    List<Html> ways = new ArrayList<>();
    comment
        .flatMap(each -> each.comment().parent())
        .ifPresent(
            parent ->
                ways.add(
                    ForumViews.more(
                        "/post",
                        views.query("below", parent),
                        views.language().say("One level up", "上一层"))));
    ways.add(
        ForumViews.more(
            "/post",
            views.query("order", "thread"),
            views.language().say("The whole thread", "全部评论")));
    return Html.of("<p>{}</p>{}", ways, views.thread(comment.stream().toList()));
  }

  private static List<Html> ways(
      Language language, Map<String, String> same, Values query, Optional<String> next) {
    List<Html> ways = new ArrayList<>();
    if (query.has("after")) {
      ways.add(ForumViews.more("/post", same, language.say("First page", "第一页")));
    }
    if (next.isPresent()) {
      Map<String, String> behind = new LinkedHashMap<>(same);
      behind.put("after", next.get());
      ways.add(ForumViews.more("/post", behind, language.say("More comments", "更多评论")));
    }
    return ways;
  }
}
