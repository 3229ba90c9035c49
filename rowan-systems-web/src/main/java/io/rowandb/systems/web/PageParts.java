package io.rowandb.systems.web;

import io.rowandb.cli.terminal.Figures;
import io.rowandb.schema.pattern.Explanation;
import io.rowandb.systems.web.BackgroundLoad.Progress;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Pieces of pages that several systems have.
 *
 * @param language of the page
 */
public record PageParts(Language language) {
  /** Why something was refused. */
  public Html error(String message) {
    return Html.of("<p class=\"error\" role=\"alert\">{}</p>", message);
  }

  /** What was done. */
  public Html notice(String message) {
    return Html.of("<p class=\"notice\" role=\"status\">{}</p>", message);
  }

  /** A table; one that is too wide is moved sideways, also by keys. */
  public Html table(String name, Html headings, List<Html> rows) {
    return Html.of(
        """
        <div class="wide" role="region" aria-label="{}" tabindex="0"><table><thead><tr>{}</tr></thead>
        <tbody>{}</tbody></table></div>
        """,
        name,
        headings,
        rows);
  }

  /** How an answer was read. */
  public Html explanation(Object explanation) {
    return Html.of(
        "<details><summary>{}</summary><pre tabindex=\"0\">{}</pre></details>",
        language.say("How it is read", "如何读取"),
        explanation);
  }

  /** How far a load is. */
  public Html progress(String title, Progress progress) {
    return Html.of(
        """
        <section class="card"><h2>{}</h2>
        <p><progress value="{}" max="{}" aria-label="{}"></progress></p>
        <p role="status">{} / {}</p></section>
        """,
        title,
        progress.records(),
        progress.expected(),
        title,
        Figures.count(progress.records()),
        Figures.count(progress.expected()));
  }

  /** A figure of a list of them. */
  public static Html figure(String name, Object value) {
    return Html.of("<div><dt>{}</dt><dd>{}</dd></div>", name, value);
  }

  /** Parameters of an address. */
  public static String query(Map<String, String> parameters) {
    List<String> parts = new ArrayList<>();
    parameters.forEach(
        (name, value) -> parts.add(name + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8)));
    return String.join("&", parts);
  }

  /** Those of these names that there are, in this order. */
  public static Map<String, String> shown(Values values, String... names) {
    Map<String, String> shown = new LinkedHashMap<>();
    for (String name : names) {
      values.given(name).ifPresent(value -> shown.put(name, value));
    }
    return shown;
  }

  /** An explanation for the HTTP API. */
  public static Map<String, ?> explained(Explanation explanation) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("servedBy", explanation.servedBy());
    members.put("ranges", explanation.ranges().size());
    members.put("regionsTouched", explanation.regionsTouched());
    members.put("regions", explanation.regions());
    members.put("rows", explanation.rows().counted());
    members.put("text", explanation.toString());
    return members;
  }

  /** How far a load is, for the HTTP API. */
  public static Map<String, ?> json(Progress progress) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("state", progress.state().code());
    members.put("records", progress.records());
    members.put("expected", progress.expected());
    return members;
  }
}
