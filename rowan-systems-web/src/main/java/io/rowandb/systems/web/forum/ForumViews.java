package io.rowandb.systems.web.forum;

import io.rowandb.cli.terminal.Figures;
import io.rowandb.systems.forum.Comment;
import io.rowandb.systems.forum.CommentLayout;
import io.rowandb.systems.forum.Post;
import io.rowandb.systems.forum.PublishedPost;
import io.rowandb.systems.web.Html;
import io.rowandb.systems.web.Language;
import io.rowandb.systems.web.PageParts;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Posts as HTML. Names may have nearly any character, also those that turn the direction of
 * writing, so each is in an element of its own.
 *
 * @param language of the page
 */
record ForumViews(Language language) {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

  /** Posts, each with the way to it. */
  Html posts(List<PublishedPost> posts) {
    if (posts.isEmpty()) {
      return Html.of("<p>{}</p>", language.say("No posts here.", "这里没有帖子。"));
    }
    List<Html> all = new ArrayList<>();
    for (PublishedPost each : posts) {
      all.add(
          Html.of(
              "<li><h2><a href=\"/forum/post?{}\"><bdi>{}</bdi></a></h2>{}</li>",
              PageParts.query(Map.of("post", each.post().id())),
              title(each.post()),
              by(each)));
    }
    return Html.of("<ol class=\"posts\">{}</ol>", all);
  }

  /** What a post is called. */
  static String title(Post post) {
    return post.title().isBlank() ? post.id() : post.title();
  }

  /** Who published a post, when, and what is known besides. */
  Html by(PublishedPost published) {
    Post post = published.post();
    List<Html> tags = new ArrayList<>();
    for (String each : post.tags()) {
      tags.add(Html.of(" <span class=\"tag\"><bdi>{}</bdi></span>", each));
    }
    return Html.of(
        "<p class=\"by\">{} <span class=\"hint\">{} · {}</span>{}</p>",
        author(post.author()),
        time(post.time()),
        language.say(
            Figures.counted(published.comments(), "comment"),
            Figures.count(published.comments()) + " 条评论"),
        tags);
  }

  static String time(Instant time) {
    return TIME.format(time);
  }

  /** The way to the posts of an author. */
  Html author(String author) {
    return Html.of(
        "<a href=\"/forum/author?{}\"><bdi>{}</bdi></a>",
        PageParts.query(Map.of("author", author)),
        author);
  }

  /** A comment's author and time. */
  Html by(Comment comment) {
    return Html.of(
        "{} <span class=\"hint\">{}</span>", author(comment.author()), time(comment.time()));
  }

  String layout(CommentLayout layout) {
    return layout == CommentLayout.WIDE
        ? language.say("columns of the post's row (wide)", "帖子行的列（wide）")
        : language.say("rows of their own (tall)", "单独的行（tall）");
  }

  /** A way to another page. */
  static Html more(String path, Map<String, String> query, String text) {
    return Html.of(
        "<a class=\"button\" href=\"/forum{}?{}\">{}</a> ", path, PageParts.query(query), text);
  }
}
