package io.rowandb.systems.web.messages;

import io.rowandb.systems.messages.Message;
import io.rowandb.systems.web.Html;
import io.rowandb.systems.web.Language;
import java.util.Map;

/**
 * The forms of messages.
 *
 * @param language of the page
 */
record MessageForms(Language language) {
  /**
   * A message to be sent. Its id is in the form, so that a form that is sent twice is one message.
   */
  Html writing(Map<String, String> shown) {
    return Html.of(
        """
        <form action="/messages/send" method="post">
        <input type="hidden" name="id" value="{}"><input type="hidden" name="reply" value="{}">
        <div class="fields">{}<label>{}<input name="to" value="{}" required autocomplete="off"
        spellcheck="false"></label></div>
        <label>{}<textarea name="text" rows="5" maxlength="{}">
        {}</textarea></label>
        <p class="hint">{}</p><button>{}</button></form>
        """,
        shown.getOrDefault("id", ""),
        shown.getOrDefault("reply", ""),
        name("as", language.say("From", "发信人"), shown),
        language.say("To", "收信人"),
        shown.getOrDefault("to", ""),
        language.say("Text", "正文"),
        Message.LONGEST_TEXT,
        shown.getOrDefault("text", ""),
        language.say(
            "Up to "
                + Message.MOST_RECEIVERS
                + " receivers, with commas between; a comma in a name is written \\, with a"
                + " backslash. Any name will do, and nobody is asked for a password: this is an"
                + " example.",
            "最多 "
                + Message.MOST_RECEIVERS
                + " 个收信人，用英文逗号分隔；名字里的逗号写成 \\,（前面加反斜杠）。任何名字都可以，不需要密码：这是示例。"),
        language.say("Send", "发送"));
  }

  /** Whose mailbox. */
  Html acting(Map<String, String> shown) {
    return Html.of(
        """
        <form action="/messages/box"><div class="fields">{}</div><button>{}</button></form>
        """,
        name("as", language.say("Act as the user", "以该用户的身份"), shown),
        language.say("Open the mailbox", "打开信箱"));
  }

  /** A search by person and date. */
  Html search(String as, String box, Map<String, String> shown) {
    return Html.of(
        """
        <form action="/messages/box"><input type="hidden" name="as" value="{}">
        <input type="hidden" name="box" value="{}"><div class="fields">
        <label>{}<input name="person" value="{}" maxlength="{}" autocomplete="off"
        spellcheck="false"></label>{}{}</div><p class="hint">{}</p>
        <button class="small">{}</button></form>
        """,
        as,
        box,
        language.say("With the person", "与某人"),
        shown.getOrDefault("person", ""),
        Message.LONGEST_NAME,
        day("from", language.say("From the day (UTC)", "从哪天（UTC）"), shown),
        day("to", language.say("To the day, included", "到哪天（含当天）"), shown),
        language.say(
            "With a person: all that one of the two sent to the other. Without: this box.",
            "填人名：两人互相发送的全部信件；不填：当前信箱。"),
        language.say("Search", "搜索"));
  }

  private static Html day(String name, String label, Map<String, String> shown) {
    return Html.of(
        """
        <label>{}<input type="date" name="{}" value="{}" min="1970-01-01" max="9999-12-31"></label>
        """,
        label,
        name,
        shown.getOrDefault(name, ""));
  }

  private static Html name(String name, String label, Map<String, String> shown) {
    return Html.of(
        """
        <label>{}<input name="{}" value="{}" required maxlength="{}" autocomplete="off"
        spellcheck="false"></label>
        """,
        label,
        name,
        shown.getOrDefault(name, ""),
        Message.LONGEST_NAME);
  }

  /** Offers messages for empty tables. */
  Html sample() {
    return Html.of(
        """
        <p>{}</p><form action="/messages/sample" method="post"><button>{}</button></form>
        <p class="hint">{} <code>./rowan messages load PATH</code></p>
        """,
        language.say(
            "Make up a month of 50 people, 600 messages? They are always the same.",
            "要生成 50 个人一个月的 600 封信吗？每次都一样。"),
        language.say("Make sample messages", "生成示例信件"),
        language.say(
            "More of them, or your own file, while this server is stopped:",
            "要更多，或装入自己的文件（先停止本服务器）："));
  }
}
