package io.rowandb.systems.web.forum;

import io.rowandb.cli.systems.forum.ForumJson;
import io.rowandb.systems.forum.CommentLayout;
import io.rowandb.systems.web.Html;
import io.rowandb.systems.web.Language;
import java.util.Map;

/**
 * The forms of a forum. Ids of what is made are in the forms, so that one that is sent twice makes
 * one.
 *
 * @param language of the page
 */
record ForumForms(Language language) {
  private static final int MOST_NAME = 100;
  private static final int MOST_TITLE = 1_000;
  private static final int MOST_TAGS_TEXT = 2_000;

  /** A post to be published. */
  Html publish(Map<String, String> shown) {
    return Html.of(
        """
        <form action="/forum/publish" method="post"><input type="hidden" name="id" value="{}">
        <div class="fields">{}{}<label>{}<select name="layout">{}{}</select></label></div>
        <label>{}<input name="title" value="{}" required maxlength="{}" autocomplete="off"></label>
        <p></p><label>{}<textarea name="text" rows="6">
        {}</textarea></label><button>{}</button></form>
        """,
        shown.getOrDefault("id", ""),
        name("as", language.say("Your name", "你的名字"), shown.getOrDefault("as", "")),
        tags(shown.getOrDefault("tags", "")),
        language.say("Comments are", "评论存为"),
        layout(CommentLayout.WIDE, shown.getOrDefault("layout", "wide")),
        layout(CommentLayout.TALL, shown.getOrDefault("layout", "wide")),
        language.say("Title", "标题"),
        shown.getOrDefault("title", ""),
        MOST_TITLE,
        language.say("Text", "正文"),
        shown.getOrDefault("text", ""),
        language.say("Publish", "发布"));
  }

  private Html tags(String shown) {
    return Html.of(
        """
        <label>{}<input name="tags" value="{}" maxlength="{}" autocomplete="off"
        spellcheck="false"></label>
        """,
        language.say("Tags, blanks between", "标签，用空格分隔"),
        shown,
        MOST_TAGS_TEXT);
  }

  private Html layout(CommentLayout layout, String shown) {
    String code = ForumJson.layout(layout);
    return Html.of(
        "<option value=\"{}\"{}>{}</option>",
        code,
        code.equals(shown) ? Html.of(" selected") : Html.NONE,
        new ForumViews(language).layout(layout));
  }

  private static Html name(String name, String label, String shown) {
    return Html.of(
        """
        <label>{}<input name="{}" value="{}" required maxlength="{}" autocomplete="off"
        spellcheck="false"></label>
        """,
        label,
        name,
        shown,
        MOST_NAME);
  }

  /** The posts of an author. */
  Html author(String shown) {
    return Html.of(
        """
        <form action="/forum/author"><div class="fields">{}</div><button>{}</button></form>
        """,
        name("author", language.say("Author", "作者"), shown),
        language.say("Show the posts", "查看帖子"));
  }

  /**
   * A comment to be made.
   *
   * @param shown {@code id}, and {@code parent} when it is a reply
   */
  Html comment(String post, Map<String, String> shown) {
    return Html.of(
        """
        <form action="/forum/comment" method="post"><input type="hidden" name="post" value="{}">
        <input type="hidden" name="id" value="{}"><input type="hidden" name="parent" value="{}">
        <div class="fields">{}</div><label>{}<textarea name="text" rows="3" required>
        {}</textarea></label><button>{}</button></form>
        """,
        post,
        shown.getOrDefault("id", ""),
        shown.getOrDefault("parent", ""),
        name("as", language.say("Your name", "你的名字"), shown.getOrDefault("as", "")),
        language.say("Text", "正文"),
        shown.getOrDefault("text", ""),
        shown.getOrDefault("parent", "").isEmpty()
            ? language.say("Comment", "发表评论")
            : language.say("Reply", "回复"));
  }

  /**
   * To take a comment away.
   *
   * @param back the query of the page
   */
  Html removeComment(String post, String comment, String back) {
    return Html.of(
        """
        <form action="/forum/remove-comment" method="post">
        <input type="hidden" name="post" value="{}"><input type="hidden" name="comment" value="{}">
        <input type="hidden" name="back" value="{}"><button class="small">{}</button></form>
        """,
        post,
        comment,
        back,
        language.say("Remove", "删除"));
  }

  /** To store the comments of a post in the other way. */
  Html move(String post, CommentLayout to) {
    return Html.of(
        """
        <details><summary>{}</summary><form action="/forum/move" method="post">
        <input type="hidden" name="post" value="{}"><input type="hidden" name="layout" value="{}">
        <p>{}</p><button>{}</button></form></details>
        """,
        language.say("How the comments are stored", "评论的存储方式"),
        post,
        ForumJson.layout(to),
        language.say(
            "Now they are "
                + new ForumViews(language).layout(to.other())
                + ". Columns of the post's row are one write a comment; rows of their own are for any"
                + " number. They can be read while they move.",
            "现在存为"
                + new ForumViews(language).layout(to.other())
                + "。存为帖子行的列：每条评论只写一次；存为单独的行：数量不限。移动时仍可读取。"),
        to == CommentLayout.TALL
            ? language.say("Move them to rows of their own", "移到单独的行（tall）")
            : language.say("Move them to columns of the post's row", "移到帖子行的列（wide）"));
  }

  /** To take a post away. */
  Html remove(String post) {
    return Html.of(
        """
        <details><summary>{}</summary><form action="/forum/remove" method="post">
        <input type="hidden" name="post" value="{}"><p>{}</p><button>{}</button></form></details>
        """,
        language.say("Remove the post", "删除帖子"),
        post,
        language.say("It goes with all its comments.", "帖子和全部评论都将删除。"),
        language.say("Remove for good", "确定删除"));
  }

  /** Offers posts for empty tables. */
  Html sample() {
    return Html.of(
        """
        <p>{}</p><form action="/forum/sample" method="post"><button>{}</button></form>
        <p class="hint">{} <code>./rowan forum load PATH</code></p>
        """,
        language.say(
            "Make up "
                + SampleForum.FORUM.posts()
                + " posts with "
                + SampleForum.FORUM.comments()
                + " comments? They are always the same.",
            "要生成 "
                + SampleForum.FORUM.posts()
                + " 个帖子和 "
                + SampleForum.FORUM.comments()
                + " 条评论吗？每次都一样。"),
        language.say("Make sample posts", "生成示例帖子"),
        language.say(
            "More of them, or your own file, while this server is stopped:",
            "要更多，或装入自己的文件（先停止本服务器）："));
  }
}
