package io.rowandb.systems.web.messages;

import io.rowandb.cli.terminal.Figures;
import io.rowandb.schema.pattern.Explanation;
import io.rowandb.systems.messages.BoxedMessage;
import io.rowandb.systems.messages.Message;
import io.rowandb.systems.web.BackgroundLoad.Progress;
import io.rowandb.systems.web.Html;
import io.rowandb.systems.web.Language;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Messages as HTML, for somebody who acts as a user. Names may have any character, also those that
 * turn the direction of writing, so each is in an element of its own.
 *
 * @param language of the page
 * @param as the user's name
 */
record MessageViews(Language language, String as) {
  /** Unread messages that are counted; each is a row that is read. */
  static final int MOST_COUNTED = 100;

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

  static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  /** A query of these values, in this order. */
  static String query(Map<String, String> values) {
    List<String> parts = new ArrayList<>();
    values.forEach((name, value) -> parts.add(name + "=" + encoded(value)));
    return String.join("&", parts);
  }

  /**
   * The ways to a user's boxes.
   *
   * @param shown which of them the page shows; empty for none
   * @param unread how many messages are; negative when nobody knows
   */
  Html tabs(String shown, long unread) {
    String count =
        unread < 0
            ? ""
            : unread < MOST_COUNTED
                ? " (" + Figures.count(unread) + ")"
                : " (" + (MOST_COUNTED - 1) + "+)";
    return Html.of(
        "<nav aria-label=\"{}\">{}{}{}<a href=\"/messages/write?as={}\">{}</a></nav>",
        language.say("Boxes", "信箱"),
        tab("inbox", shown, language.say("Inbox", "收件箱")),
        tab("unread", shown, language.say("Unread", "未读") + count),
        tab("sent", shown, language.say("Sent", "已发送")),
        encoded(as),
        language.say("Write a message", "写信"));
  }

  private Html tab(String box, String shown, String name) {
    return Html.of(
        "<a href=\"/messages/box?as={}&amp;box={}\"{}>{}</a>",
        encoded(as),
        box,
        box.equals(shown) ? Html.of(" aria-current=\"page\"") : Html.NONE,
        name);
  }

  /** Messages, each with what can be done with it. */
  Html messages(List<BoxedMessage> messages, String back) {
    if (messages.isEmpty()) {
      return Html.of("<p>{}</p>", language.say("No messages here.", "这里没有信件。"));
    }
    List<Html> all = new ArrayList<>();
    for (BoxedMessage each : messages) {
      all.add(message(each, back));
    }
    return Html.of("<ol class=\"posts\">{}</ol>", all);
  }

  private Html message(BoxedMessage boxed, String back) {
    Message message = boxed.message();
    return Html.of(
        """
        <li><p class="by">{} → {} <span class="hint">{}</span>{}</p><p class="text">{}</p>
        <div class="actions">{}{}{}{}</div></li>
        """,
        person(message.sender()),
        people(message.receivers()),
        TIME.format(message.time()),
        boxed.unread() ? Html.of(" <strong>{}</strong>", language.say("unread", "未读")) : Html.NONE,
        message.text(),
        link("write", message.id(), false, language.say("Reply", "回复")),
        message.people().size() > 2
            ? link("write", message.id(), true, language.say("Reply to all", "回复全部"))
            : Html.NONE,
        boxed.unread()
            ? button("/read", message.id(), back, language.say("Mark as read", "标为已读"))
            : Html.NONE,
        all(message, back));
  }

  /** The way to the conversation, and out of the box. */
  private Html all(Message message, String back) {
    boolean isOfOthers = message.people().size() > 1 || !message.people().contains(as);
    return Html.all(
        isOfOthers
            ? Html.of(
                "<a class=\"action\" href=\"/messages/box?as={}&amp;box=conversation&amp;message={}\">{}</a>",
                encoded(as),
                encoded(message.id()),
                language.say("Conversation", "对话"))
            : Html.NONE,
        button("/delete", message.id(), back, language.say("Delete", "删除")));
  }

  private Html link(String path, String id, boolean all, String text) {
    return Html.of(
        "<a class=\"action\" href=\"/messages/{}?as={}&amp;reply={}{}\">{}</a>",
        path,
        encoded(as),
        encoded(id),
        all ? "&all=true" : "",
        text);
  }

  private Html button(String action, String id, String back, String text) {
    return Html.of(
        """
        <form action="/messages{}" method="post"><input type="hidden" name="as" value="{}">
        <input type="hidden" name="id" value="{}"><input type="hidden" name="back" value="{}">
        <button class="small">{}</button></form>
        """,
        action,
        as,
        id,
        back,
        text);
  }

  private List<Html> people(List<String> names) {
    List<Html> people = new ArrayList<>();
    for (String each : names) {
      people.add(people.isEmpty() ? person(each) : Html.of(", {}", person(each)));
    }
    return people;
  }

  private Html person(String name) {
    return name.equals(as)
        ? Html.of("<bdi>{}</bdi>", name)
        : Html.of(
            "<a href=\"/messages/box?as={}&amp;box=with&amp;person={}\"><bdi>{}</bdi></a>",
            encoded(as),
            encoded(name),
            name);
  }

  /** Marks as read what is new in the unread box. */
  Html readMany() {
    return Html.of(
        """
        <form action="/messages/read-many" method="post"><input type="hidden" name="as" value="{}">
        <button class="small">{}</button></form>
        """,
        as,
        language.say(
            "Mark the newest " + Posting.MOST_READ + " as read",
            "把最新的 " + Posting.MOST_READ + " 封标为已读"));
  }

  /** More of a folder. */
  Html more(Map<String, String> query, String text) {
    return Html.of("<a class=\"button\" href=\"/messages/box?{}\">{}</a> ", query(query), text);
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
        language.say("Sending sample messages …", "正在发送示例信件……"),
        progress.records(),
        progress.expected(),
        language.say("Messages", "信件"),
        Figures.count(progress.records()),
        Figures.count(progress.expected()));
  }

  Html error(String message) {
    return Html.of("<p class=\"error\" role=\"alert\">{}</p>", message);
  }

  Html notice(String message) {
    return Html.of("<p class=\"notice\" role=\"status\">{}</p>", message);
  }
}
