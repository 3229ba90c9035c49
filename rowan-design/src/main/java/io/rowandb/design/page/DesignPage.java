package io.rowandb.design.page;

import static io.rowandb.design.page.PageText.escaped;

import io.rowandb.design.advise.AdviceReport;
import io.rowandb.design.measure.MeasureReport;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Predicate;

/**
 * One HTML page of one design, or of several side by side. It is UTF-8, 30 kB to some megabytes
 * large, the more cells its pictures have that are not empty.
 */
public final class DesignPage {
  private static final String STYLE = resource("page.css");
  private static final String SCRIPT = resource("page.js");

  private static final String NO_ORDER =
      "<p>Not drawn: nothing tells in which order the rows arrive.</p>\n";

  private final List<Titled> designs;

  /** A section before all others, with its title; empty for none. */
  private final String firstTitle;

  private final String first;

  private DesignPage(List<Titled> designs, String firstTitle, String first) {
    this.designs = designs;
    this.firstTitle = firstTitle;
    this.first = first;
  }

  /** A design under a heading. */
  private record Titled(String title, DesignReview review) {}

  /** The page of one design. */
  public static String of(DesignReview review) {
    return new DesignPage(List.of(new Titled("", review)), "", "").html();
  }

  /** The page of one design whose questions were measured. */
  public static String of(DesignReview review, MeasureReport measured) {
    String first = MeasureHtml.of(measured);
    return new DesignPage(List.of(new Titled("", review)), "What its questions read", first).html();
  }

  /**
   * The page of a design and of the best that was advised in its place.
   *
   * @param proposed its tables; none when there is no better one
   */
  public static String of(DesignReview present, List<DesignReview> proposed, AdviceReport advice) {
    List<Titled> all = new java.util.ArrayList<>();
    all.add(new Titled("Present", present));
    for (DesignReview each : proposed) {
      String table = proposed.size() > 1 ? ": table " + each.plan().table() : "";
      all.add(new Titled("Proposed" + table, each));
    }
    return new DesignPage(all, "Before and after", AdviceHtml.of(advice)).html();
  }

  private String html() {
    String title = "Design of table " + designs.get(0).review().plan().table();
    StringBuilder html = new StringBuilder("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n");
    html.append("<meta charset=\"utf-8\">\n");
    html.append("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; ")
        .append("style-src 'sha256-")
        .append(hash(STYLE))
        .append("'; script-src 'sha256-")
        .append(hash(SCRIPT))
        .append("'; base-uri 'none'; form-action 'none'\">\n")
        .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        .append("<meta name=\"color-scheme\" content=\"light dark\">\n<title>")
        .append(escaped(title))
        .append("</title>\n<style>")
        .append(STYLE)
        .append("</style>\n</head>\n<body>\n<header>\n<h1>")
        .append(escaped(title))
        .append("</h1>\n</header>\n<main>\n");
    if (!first.isEmpty()) {
      section(firstTitle, first, html);
    }
    section("Findings", each((review, id) -> FindingsHtml.of(review.check())), html);
    if (has(each -> each.heat().isPresent() || each.lacksOrder())) {
      section("Keys over time", each(DesignPage::heat), html);
    }
    if (has(each -> each.load().isPresent() || each.lacksOrder())) {
      section("Load of regions and servers", each((review, id) -> load(review)), html);
    }
    if (designs.get(0).review().check().rows() > 0) {
      section("Sizes", each((review, id) -> SizesHtml.of(review)), html);
    }
    return html.append("</main>\n<script>")
        .append(SCRIPT)
        .append("</script>\n</body>\n</html>\n")
        .toString();
  }

  private boolean has(Predicate<DesignReview> wanted) {
    return designs.stream().map(Titled::review).anyMatch(wanted);
  }

  private static void section(String title, String content, StringBuilder html) {
    html.append("<section>\n<h2>").append(title).append("</h2>\n").append(content);
    html.append("</section>\n");
  }

  /** One part of the page, for each of the designs beside the others. */
  private String each(BiFunction<DesignReview, String, String> part) {
    StringBuilder html = new StringBuilder("<div class=\"designs\">\n");
    for (int i = 0; i < designs.size(); i++) {
      Titled design = designs.get(i);
      html.append("<div class=\"design\">\n");
      if (!design.title().isEmpty()) {
        html.append("<h3>").append(escaped(design.title())).append("</h3>\n");
      }
      html.append(part.apply(design.review(), "d" + i)).append("</div>\n");
    }
    return html.append("</div>\n").toString();
  }

  private static String heat(DesignReview review, String id) {
    return review
        .heat()
        .map(each -> HeatHtml.of(each, id))
        .orElse(review.lacksOrder() ? NO_ORDER : "<p>No row has a key and an arrival.</p>\n");
  }

  private static String load(DesignReview review) {
    return review
        .load()
        .map(LoadHtml::of)
        .orElse(review.lacksOrder() ? NO_ORDER : "<p>No row has a key.</p>\n");
  }

  private static String hash(String text) {
    try {
      byte[] made =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return Base64.getEncoder().encodeToString(made);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  private static String resource(String name) {
    try (InputStream in = DesignPage.class.getResourceAsStream(name)) {
      String text =
          new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
      return text.replace("\r\n", "\n"); // as a browser reads it, whose hash it must have
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
