package io.rowandb.cli.systems.forum;

import io.rowandb.systems.forum.Comment;
import io.rowandb.systems.forum.CommentLayout;
import io.rowandb.systems.forum.Post;
import io.rowandb.systems.forum.PublishedPost;
import io.rowandb.systems.forum.ThreadComment;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Records of a forum as members of JSON, the same on the command line and over HTTP. The names are
 * those of the lines that a load reads.
 */
public final class ForumJson {
  private ForumJson() {}

  /** A post of a list, without its text. */
  public static Map<String, ?> listed(PublishedPost published) {
    Map<String, Object> members = new LinkedHashMap<>();
    Post post = published.post();
    members.put("post", post.id());
    members.put("author", post.author());
    members.put("time", post.time());
    members.put("title", post.title());
    members.put("tags", post.tags());
    members.put("comments", published.comments());
    members.put("layout", layout(published.layout()));
    return members;
  }

  /** A post with its text. */
  public static Map<String, ?> post(PublishedPost published) {
    Map<String, Object> members = new LinkedHashMap<>(listed(published));
    members.put("text", published.post().text());
    return members;
  }

  /** A comment; {@code parent} is there when it is a reply. */
  public static Map<String, ?> comment(Comment comment) {
    Map<String, Object> members = place(comment);
    members.put("author", comment.author());
    members.put("text", comment.text());
    return members;
  }

  /** A comment in its thread. A removed one has neither author nor text. */
  public static Map<String, ?> comment(ThreadComment comment) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("depth", comment.depth());
    members.putAll(comment.isRemoved() ? place(comment.comment()) : comment(comment.comment()));
    members.put("removed", comment.isRemoved());
    return members;
  }

  private static Map<String, Object> place(Comment comment) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("comment", comment.id());
    comment.parent().ifPresent(parent -> members.put("parent", parent));
    members.put("time", comment.time());
    return members;
  }

  /** As options and requests have it. */
  public static String layout(CommentLayout layout) {
    return layout.name().toLowerCase(Locale.ROOT);
  }
}
