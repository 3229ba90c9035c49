package io.rowandb.systems.web.calls;

import io.rowandb.systems.web.BackgroundLoad.Progress;
import io.rowandb.systems.web.Html;
import io.rowandb.systems.web.Language;
import java.util.Map;

/**
 * The forms of call records.
 *
 * @param language of the page
 */
record CallForms(Language language) {
  /** A phone and a month. */
  Html phone(Map<String, String> shown) {
    return Html.of(
        """
        <form action="/calls/phone"><div class="fields">{}{}{}{}</div>
        <button>{}</button></form>
        """,
        number("phone", language.say("Phone", "号码"), shown),
        month(shown),
        optional("cents", language.say("Cents a minute", "每分钟几分钱"), "5", shown),
        optional("free", language.say("Free minutes", "免费分钟数"), "0", shown),
        language.say("Show calls and bill", "查看通话和账单"));
  }

  /** An area and a month. */
  Html area(Map<String, String> shown) {
    return Html.of(
        """
        <form action="/calls/area"><div class="fields">{}{}</div><button>{}</button></form>
        """,
        number("area", language.say("Area", "区域"), shown),
        month(shown),
        language.say("Show cells", "查看小区"));
  }

  /** A month, whose bills are a file. */
  Html bills(Map<String, String> shown) {
    return Html.of(
        """
        <form action="/api/calls/bills"><div class="fields">{}
        <label>{}<select name="format"><option value="csv">CSV</option>
        <option value="jsonl">JSON</option></select></label></div>
        <button>{}</button></form>
        """,
        month(shown),
        language.say("Format", "格式"),
        language.say("Show all bills", "查看全部账单"));
  }

  /** A record to be added. */
  Html add(Map<String, String> shown) {
    boolean incoming = "false".equals(shown.get("outgoing"));
    return Html.of(
        """
        <form class="card" action="/calls/add" method="post"><div class="fields">{}{}
        <label>{}<select name="outgoing"><option value="true">{}</option>
        <option value="false"{}>{}</option></select></label>{}{}{}{}</div>
        <p class="hint">{}</p><button>{}</button></form>
        """,
        number("phone", language.say("Phone", "号码"), shown),
        time(shown),
        language.say("Direction", "方向"),
        language.say("called", "呼出"),
        incoming ? Html.of(" selected") : Html.NONE,
        language.say("was called by", "呼入"),
        number("peer", language.say("The other phone", "对方号码"), shown),
        text("seconds", language.say("Seconds", "秒数"), shown),
        optional("area", language.say("Area", "区域"), "", shown),
        optional("cell", language.say("Cell", "小区"), "", shown),
        language.say(
            "Times are in UTC. Seconds are -1 when nobody answered. Area and cell are both given, or"
                + " none. The same phone, time, other phone and direction are the same call: it is"
                + " replaced.",
            "时间是 UTC 时间。无人接听时秒数填 -1。区域和小区要么都填，要么都不填。" + "号码、时间、对方号码和方向都相同就是同一次通话，新的代替旧的。"),
        language.say("Add", "添加"));
  }

  /** Offers calls for an empty table. */
  Html sample() {
    return Html.of(
        """
        <section class="card"><h2>{}</h2><p>{}</p>
        <form action="/calls/sample" method="post"><button>{}</button></form>
        <p class="hint">{} <code>./rowan calls load PATH</code></p></section>
        """,
        language.say("There is no call yet", "还没有通话"),
        language.say(
            "Make up the calls of 1,000 people in three months, 20,000 records? They are always the"
                + " same, and take a few seconds.",
            "要生成 1,000 人三个月的通话吗？共约两万条记录，每次都一样，需要几秒。"),
        language.say("Make sample calls", "生成示例通话"),
        language.say(
            "More of them, or your own file, while this server is stopped:",
            "要更多，或装入自己的文件（先停止本服务器）："));
  }

  /** How far the load of them is. */
  Html progress(Progress progress) {
    return Html.of(
        """
        <section class="card"><h2>{}</h2>
        <p><progress value="{}" max="{}" aria-label="{}"></progress></p>
        <p role="status">{} / {}</p></section>
        """,
        language.say("Making calls …", "正在生成通话……"),
        progress.records(),
        progress.expected(),
        language.say("Records", "记录"),
        CallViews.count(progress.records()),
        CallViews.count(progress.expected()));
  }

  private Html month(Map<String, String> shown) {
    return Html.of(
        """
        <label>{}<input name="month" value="{}" required pattern="[0-9]{4}-[0-9]{2}"
        placeholder="2011-03" autocomplete="off"></label>
        """,
        language.say("Month (UTC)", "月份（UTC）"), shown.getOrDefault("month", ""));
  }

  private Html time(Map<String, String> shown) {
    return Html.of(
        """
        <label>{}<input name="time" value="{}" required placeholder="2011-07-03T10:15:30Z"
        autocomplete="off"></label>
        """,
        language.say("Time (UTC)", "时间（UTC）"),
        shown.getOrDefault("time", ""));
  }

  private static Html number(String name, String label, Map<String, String> shown) {
    return Html.of(
        """
        <label>{}<input name="{}" value="{}" required inputmode="numeric" pattern="[0-9]{1,11}"
        autocomplete="off"></label>
        """,
        label,
        name,
        shown.getOrDefault(name, ""));
  }

  private static Html text(String name, String label, Map<String, String> shown) {
    return Html.of(
        """
        <label>{}<input name="{}" value="{}" required autocomplete="off"></label>
        """,
        label,
        name,
        shown.getOrDefault(name, ""));
  }

  private static Html optional(
      String name, String label, String placeholder, Map<String, String> shown) {
    return Html.of(
        """
        <label>{}<input name="{}" value="{}" inputmode="numeric" placeholder="{}"
        autocomplete="off"></label>
        """,
        label,
        name,
        shown.getOrDefault(name, ""),
        placeholder);
  }
}
