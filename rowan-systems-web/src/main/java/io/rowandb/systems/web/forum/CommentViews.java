package io.rowandb.systems.web.forum;

import io.rowandb.systems.forum.Comment;
import io.rowandb.systems.forum.Forum;
import io.rowandb.systems.forum.ThreadComment;
import io.rowandb.systems.web.Html;
import io.rowandb.systems.web.Language;
import io.rowandb.systems.web.PageParts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Comments of a post as HTML, each with what can be done with it.
 *
 * @param language of the page
 * @param post its id
 * @param as the name that forms begin with
 * @param back the query of the page
 */
record CommentViews(Language language, String post, String as, String back) {
  /** Deeper ones stand no further to the right: windows are narrow. */
  private static final int MOST_INDENTED = 8;

  static String newId() {
    return UUID.randomUUID().toString();
  }

  /** The orders of comments. */
  Html orders(String shown) {
    return Html.of(
        "<nav aria-label=\"{}\">{}{}{}</nav>",
        language.say("Order of comments", "评论的顺序"),
        order("thread", shown, language.say("Thread", "按回复")),
        order("newest", shown, language.say("Newest first", "最新在前")),
        order("oldest", shown, language.say("Oldest first", "最早在前")));
  }

  private Html order(String order, String shown, String name) {
    return Html.of(
        "<a href=\"/forum/post?{}\"{}>{}</a>",
        PageParts.query(query("order", order)),
        order.equals(shown) ? Html.of(" aria-current=\"page\"") : Html.NONE,
        name);
  }

  /** Parameters of a page of this post, with one more. */
  Map<String, String> query(String name, String value) {
    Map<String, String> query = new LinkedHashMap<>();
    query.put("post", post);
    query.put(name, value);
    if (!as.isEmpty()) {
      query.put("as", as);
    }
    return query;
  }

  /** Comments by time. */
  Html byTime(List<Comment> comments) {
    List<Html> all = new ArrayList<>();
    for (Comment each : comments) {
      // Nobody knows here how deep it is: whether it can be replied to, the thread says.
      all.add(comment(each, each.parent().isPresent() ? toParent(each) : Html.NONE, 0, true));
    }
    return list(all);
  }

  private Html list(List<Html> comments) {
    return comments.isEmpty()
        ? Html.of("<p>{}</p>", language.say("No comments here.", "这里没有评论。"))
        : Html.of("<ol class=\"posts\">{}</ol>", comments);
  }

  private Html toParent(Comment reply) {
    return Html.of(
        " <a class=\"hint\" href=\"/forum/post?{}\">{}</a>",
        PageParts.query(query("below", reply.parent().orElseThrow())),
        language.say("a reply", "回复"));
  }

  /** Comments in the order of reading, each as far to the right as it is deep. */
  Html thread(List<ThreadComment> comments) {
    List<Html> all = new ArrayList<>();
    for (ThreadComment each : comments) {
      int depth = each.depth();
      Html level =
          depth == 0
              ? Html.NONE
              : Html.of(
                  " <span class=\"hint\">{}</span>",
                  language.say("level " + depth, "第 " + depth + " 层"));
      all.add(
          each.isRemoved()
              ? removed(each, level)
              : comment(each.comment(), level, depth, depth + 1 < Forum.MOST_DEPTH));
    }
    return list(all);
  }

  private Html removed(ThreadComment place, Html level) {
    return Html.of(
        "<li class=\"depth{}\"><p class=\"by\"><em>{}</em> <span class=\"hint\">{}</span>{}</p></li>",
        Math.min(place.depth(), MOST_INDENTED),
        language.say("removed", "已删除"),
        ForumViews.time(place.comment().time()),
        level);
  }

  private Html comment(Comment comment, Html more, int depth, boolean canReply) {
    return Html.of(
        """
        <li class="depth{}"><p class="by">{}{}</p><p class="text">{}</p>
        <div class="actions">{}<a class="action" href="/forum/post?{}">{}</a>{}</div></li>
        """,
        Math.min(depth, MOST_INDENTED),
        new ForumViews(language).by(comment),
        more,
        comment.text(),
        canReply ? reply(comment.id()) : Html.NONE,
        PageParts.query(query("below", comment.id())),
        language.say("Replies", "查看回复"),
        new ForumForms(language).removeComment(post, comment.id(), back));
  }

  private Html reply(String parent) {
    return Html.of(
        "<details class=\"reply\"><summary>{}</summary>{}</details>",
        language.say("Reply", "回复"),
        new ForumForms(language).comment(post, Map.of("id", newId(), "parent", parent, "as", as)));
  }
}
