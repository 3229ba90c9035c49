package io.rowandb.systems.web.logs;

import io.rowandb.systems.web.Html;
import io.rowandb.systems.web.Language;
import java.util.Map;

/**
 * The forms of a log store.
 *
 * @param language of the page
 */
record LogForms(Language language) {
  /** A question. */
  Html question(Map<String, String> shown) {
    return Html.of(
        """
        <form class="card" action="/logs/ask"><div class="fields">{}{}{}</div>
        <div class="fields">{}{}{}</div><p class="hint">{}</p><button>{}</button></form>
        """,
        name("group", language.say("Group, such as a host", "组，例如主机"), true, shown),
        day("from", language.say("First day (UTC)", "第一天（UTC）"), true, shown),
        day("to", language.say("Last day", "最后一天"), false, shown),
        guid("guid", language.say("Guid, in either place", "GUID，任一位置"), shown),
        name("code", language.say("or a code", "或代码"), false, shown),
        name("source", language.say("or a source", "或来源"), false, shown),
        language.say(
            "Give a group, a day and exactly one of the three: a guid, a code or a source. Without a"
                + " last day it is the first one. A source needs an index that is added by"
                + " ./rowan logs index.",
            "要给出组、日期，以及三者中的恰好一个：GUID、代码或来源。不填最后一天就是第一天。" + "来源需要用 ./rowan logs index 添加的索引。"),
        language.say("Show lines", "查看日志行"));
  }

  /** A line to be added. */
  Html add(Map<String, String> shown) {
    return Html.of(
        """
        <form class="card" action="/logs/add" method="post"><div class="fields">{}{}{}{}{}{}{}{}</div>
        <label>{}<textarea name="text" rows="3" maxlength="50000">
        {}</textarea></label>
        <p class="hint">{}</p><button>{}</button></form>
        """,
        text("title", language.say("Title of the file", "文件标题"), 500, true, shown),
        number("line", language.say("Line number in it", "文件中的行号"), shown),
        text("time", language.say("Time (UTC)", "时间（UTC）"), 40, true, shown),
        name("group", language.say("Group", "组"), true, shown),
        guid("guid1", language.say("Guid of the doer", "执行者 GUID"), shown),
        guid("guid2", language.say("Guid of the other", "对象 GUID"), shown),
        name("code", language.say("Code", "代码"), false, shown),
        name("source", language.say("Source", "来源"), false, shown),
        language.say("Text", "正文"),
        shown.getOrDefault("text", ""),
        language.say(
            "File and line number say which line it is: sent twice, it is there once. The number"
                + " that is filled in is a random one. A guid is as"
                + " 123e4567-e89b-12d3-a456-426614174000.",
            "文件和行号确定一行：发送两次也只有一行。已填的行号是随机的。GUID 的写法是 123e4567-e89b-12d3-a456-426614174000。"),
        language.say("Add", "添加"));
  }

  /** Offers lines for an empty table. */
  Html sample() {
    return Html.of(
        """
        <section class="card"><h2>{}</h2><p>{}</p>
        <form action="/logs/sample" method="post"><button>{}</button></form>
        <p class="hint">{} <code>./rowan logs load PATH</code></p></section>
        """,
        language.say("There is no line yet", "还没有日志行"),
        language.say(
            "Make up 5,000 lines that five hosts wrote on 2020-06-10 and the day after? They are"
                + " always the same, and take a few seconds.",
            "要生成五台主机在 2020-06-10 和第二天写的 5,000 行日志吗？每次都一样，需要几秒。"),
        language.say("Make sample lines", "生成示例日志"),
        language.say(
            "More of them, or your own file, while this server is stopped:",
            "要更多，或装入自己的文件（先停止本服务器）："));
  }

  private static Html name(String name, String label, boolean required, Map<String, String> shown) {
    return text(name, label, 100, required, shown);
  }

  private static Html text(
      String name, String label, int most, boolean required, Map<String, String> shown) {
    return Html.of(
        """
        <label>{}<input name="{}" value="{}" maxlength="{}"{} autocomplete="off"
        spellcheck="false"></label>
        """,
        label,
        name,
        shown.getOrDefault(name, ""),
        most,
        required ? Html.of(" required") : Html.NONE);
  }

  private static Html guid(String name, String label, Map<String, String> shown) {
    return Html.of(
        """
        <label class="long">{}<input name="{}" value="{}" maxlength="38" autocomplete="off"
        spellcheck="false"></label>
        """,
        label,
        name,
        shown.getOrDefault(name, ""));
  }

  private static Html number(String name, String label, Map<String, String> shown) {
    return Html.of(
        """
        <label>{}<input name="{}" value="{}" required inputmode="numeric" pattern="[0-9]{1,10}"
        autocomplete="off"></label>
        """,
        label,
        name,
        shown.getOrDefault(name, ""));
  }

  private static Html day(String name, String label, boolean required, Map<String, String> shown) {
    return Html.of(
        """
        <label>{}<input type="date" name="{}" value="{}" min="1970-01-01" max="9999-12-31"{}></label>
        """,
        label,
        name,
        shown.getOrDefault(name, ""),
        required ? Html.of(" required") : Html.NONE);
  }
}
