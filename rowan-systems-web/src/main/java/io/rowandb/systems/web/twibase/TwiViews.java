package io.rowandb.systems.web.twibase;

import io.rowandb.cli.terminal.Figures;
import io.rowandb.systems.twibase.Named;
import io.rowandb.systems.twibase.Profile;
import io.rowandb.systems.twibase.TimelineItem;
import io.rowandb.systems.twibase.TwiBase;
import io.rowandb.systems.twibase.TwitId;
import io.rowandb.systems.web.Html;
import io.rowandb.systems.web.Language;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Users and posts as HTML, for somebody who acts as a user.
 *
 * @param language of the page
 * @param as the user's name
 */
record TwiViews(Language language, String as) {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

  static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  /** A post with how many like it, and whether this user does. */
  record Shown(TimelineItem item, long likes, boolean liked) {}

  Html posts(List<Shown> posts, String path) {
    if (posts.isEmpty()) {
      return Html.of("<p>{}</p>", language.say("No posts.", "没有帖子。"));
    }
    List<Html> all = new ArrayList<>();
    for (Shown each : posts) {
      all.add(post(each, path));
    }
    return Html.of("<ol class=\"posts\">{}</ol>", all);
  }

  private Html post(Shown shown, String path) {
    TwitId id = shown.item().id();
    return Html.of(
        """
        <li><p class="by">{} <span class="hint">{} · {}</span></p><p class="text">{}</p>
        <div class="actions">{}{}</div></li>
        """,
        user(id.author(), shown.item().nickname()),
        "@" + id.author(),
        TIME.format(id.time()),
        shown.item().text(),
        button(
            shown.liked() ? "/unlike" : "/like",
            "post",
            id.toString(),
            path,
            (shown.liked() ? "♥ " : "♡ ") + Figures.count(shown.likes()),
            (shown.liked() ? language.say("Unlike", "取消赞") : language.say("Like", "赞"))
                + (" (" + Figures.count(shown.likes()) + ")")),
        id.author().equals(as)
            ? button(
                "/delete",
                "post",
                id.toString(),
                path,
                language.say("Delete", "删除"),
                language.say("Delete the post", "删除这条帖子"))
            : Html.NONE);
  }

  /** A form of one button. */
  Html button(String action, String name, String value, String path, String text, String label) {
    return Html.of(
        """
        <form action="/twibase{}" method="post"><input type="hidden" name="as" value="{}">
        <input type="hidden" name="{}" value="{}"><input type="hidden" name="back" value="{}">
        <button class="small" aria-label="{}">{}</button></form>
        """,
        action,
        as,
        name,
        value,
        path,
        label,
        text);
  }

  Html user(String name, String nickname) {
    return Html.of(
        "<a href=\"/twibase/user?as={}&amp;name={}\">{}</a>", encoded(as), encoded(name), nickname);
  }

  Html people(List<Named> people) {
    if (people.isEmpty()) {
      return Html.of("<p>{}</p>", language.say("Nobody.", "没有人。"));
    }
    List<Html> all = new ArrayList<>();
    for (Named each : people) {
      all.add(
          Html.of(
              "<li>{} <span class=\"hint\">{}</span></li>",
              user(each.name(), each.nickname()),
              "@" + each.name()));
    }
    return Html.of("<ul>{}</ul>", all);
  }

  Html profile(Profile user) {
    return Html.of(
        """
        <section class="card"><dl class="figures">{}{}{}{}</dl>
        <p><a href="/twibase/people?as={}&amp;name={}&amp;which=follows">{}</a> ·
        <a href="/twibase/people?as={}&amp;name={}&amp;which=followers">{}</a></p></section>
        """,
        figure(language.say("Posts", "帖子"), user.posts()),
        figure(language.say("Follows", "关注"), user.follows()),
        figure(language.say("Followers", "关注者"), user.followers()),
        figure(language.say("Likes", "赞过"), user.liked()),
        encoded(as),
        encoded(user.name()),
        language.say("Whom they follow", "关注的人"),
        encoded(as),
        encoded(user.name()),
        language.say("Who follows them", "关注者名单"));
  }

  private static Html figure(String name, long value) {
    return Html.of("<div><dt>{}</dt><dd>{}</dd></div>", name, Figures.count(value));
  }

  Html writing(String text) {
    return Html.of(
        """
        <form class="card" action="/twibase/post" method="post">
        <input type="hidden" name="as" value="{}">
        <label>{}<textarea name="text" rows="3" maxlength="{}" required>{}</textarea></label>
        <button>{}</button></form>
        """,
        as,
        language.say("What is new?", "有什么新鲜事？"),
        TwiBase.LONGEST_TEXT,
        text,
        language.say("Post", "发帖"));
  }

  Html following(String name) {
    return Html.of(
        """
        <form action="/twibase/follow" method="post"><input type="hidden" name="as" value="{}">
        <div class="fields"><label>{}<input name="name" value="{}" required maxlength="30"
        autocomplete="off" spellcheck="false"></label></div><button>{}</button></form>
        """,
        as,
        language.say("Name of a user", "用户名"),
        name,
        language.say("Follow", "关注"));
  }

  Html acting(String name) {
    return Html.of(
        """
        <form action="/twibase/home"><div class="fields"><label>{}<input name="as" value="{}" required
        maxlength="30" autocomplete="off" spellcheck="false"></label></div><button>{}</button></form>
        """,
        language.say("Act as the user", "以该用户的身份"),
        name,
        language.say("Open the timeline", "打开时间线"));
  }

  Html signingUp(String name, String nickname) {
    return Html.of(
        """
        <form action="/twibase/signup" method="post"><div class="fields">
        <label>{}<input name="name" value="{}" required maxlength="30" pattern="[a-z0-9_]+"
        autocomplete="off" spellcheck="false"></label>
        <label>{}<input name="nickname" value="{}" maxlength="100" autocomplete="off"></label></div>
        <p class="hint">{}</p><button>{}</button></form>
        """,
        language.say("Name", "用户名"),
        name,
        language.say("Nickname", "昵称"),
        nickname,
        language.say(
            "A name has small letters a-z, digits and _. Nobody is asked for a password: this is an"
                + " example.",
            "用户名由小写字母 a-z、数字和 _ 组成。这是示例，不需要密码。"),
        language.say("Sign up", "注册"));
  }

  Html error(String message) {
    return Html.of("<p class=\"error\" role=\"alert\">{}</p>", message);
  }

  Html notice(String message) {
    return Html.of("<p class=\"notice\" role=\"status\">{}</p>", message);
  }
}
