package io.rowandb.design.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.design.advise.AdviceReport;
import io.rowandb.design.advise.DesignAdvice;
import io.rowandb.design.page.DesignReview.Known;
import io.rowandb.design.plan.TablePlan;
import io.rowandb.design.plan.TablePlanYaml;
import io.rowandb.design.sample.SampleSpec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Attribute;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

class DesignPageTest {
  private static final long NOW = 1_400_000_000_000L;
  private static final Path DESIGNS = Path.of("..", "examples", "designs");
  private static final String HOSTILE = "</script><img src=x onerror=alert(1)>'&\u202e\u0000";

  @TempDir private Path directory;

  private static DesignReview review(TablePlan plan, SampleSpec sample) throws IOException {
    return DesignReview.run(plan, Optional.of(sample), Known.NOTHING, NOW);
  }

  private static Document parsed(String page) {
    Document document = Jsoup.parse(page);
    checkSelfContained(document);
    return document;
  }

  /** No element and no attribute fetches anything, and only the page's own script may run. */
  private static void checkSelfContained(Document document) {
    for (Element element : document.getAllElements()) {
      assertThat(element.tagName()).isNotIn("img", "link", "iframe", "object", "base", "a", "form");
      for (Attribute attribute : element.attributes()) {
        assertThat(attribute.getKey()).doesNotStartWith("on").isNotIn("src", "href", "style");
      }
    }
    List<Element> running = document.select("script:not([type=application/json])");
    assertThat(running).hasSize(1);
    List<Element> styles = document.select("style");
    assertThat(styles).hasSize(1);
    assertThat(document.select("meta[http-equiv=Content-Security-Policy]").attr("content"))
        .contains("default-src 'none'", "'sha256-" + hash(running.get(0)) + "'")
        .contains("style-src 'sha256-" + hash(styles.get(0)) + "'");
    assertThat(styles.get(0).data()).doesNotContain("url(", "@import");
    assertThat(document.select("[id]").eachAttr("id")).doesNotHaveDuplicates();
  }

  private static String hash(Element element) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return Base64.getEncoder()
          .encodeToString(digest.digest(element.data().getBytes(StandardCharsets.UTF_8)));
    } catch (java.security.NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> json(Element script) {
    LoadSettings settings = LoadSettings.builder().setCodePointLimit(100_000_000).build();
    return (Map<String, Object>) new Load(settings).loadFromString(script.data());
  }

  @Test
  void theWorstFindingComesFirstWithAllItsParts() throws IOException {
    Document page =
        parsed(
            DesignPage.of(
                review(
                    TablePlanYaml.read(DESIGNS.resolve("calls-month-first.yaml")),
                    SampleSpec.of(DESIGNS.resolve("calls.csv")))));
    assertThat(page.title()).isEqualTo("Design of table calls");
    List<Element> findings = page.select(".finding");
    assertThat(findings).hasSize(8);
    assertThat(findings.get(0).select("h4").text()).startsWith("error hot-region");
    for (Element each : findings) {
      assertThat(each.select("dt").eachText())
          .containsExactly("where", "evidence", "cost", "rule", "remedy");
    }
    assertThat(page.select("h2").eachText())
        .containsExactly("Findings", "Keys over time", "Load of regions and servers", "Sizes");
  }

  /** Who cannot see a picture has a name for it, and a table. */
  @Test
  void everyPictureHasWords() throws IOException {
    Document page =
        parsed(
            DesignPage.of(
                review(
                    TablePlanYaml.read(DESIGNS.resolve("logs.yaml")),
                    SampleSpec.of(DESIGNS.resolve("logs.csv")))));
    List<Element> maps = page.select("figure.heat");
    assertThat(maps).hasSize(2);
    for (Element map : maps) {
      Element canvas = map.selectFirst(".map canvas");
      assertThat(canvas.attr("role")).isEqualTo("img");
      assertThat(canvas.attr("aria-label")).contains("2,000 rows in");
      assertThat(page.getElementById(canvas.attr("aria-describedby"))).isNotNull();
      assertThat(map.select(".keys li")).hasSize(5);
      assertThat(map.select(".times li")).hasSize(5);
      assertThat(map.select("details table th[scope=row]")).isNotEmpty();
      Map<String, Object> data = json(map.selectFirst("script"));
      assertThat((List<?>) data.get("keys"))
          .hasSize(Integer.parseInt(canvas.attr("height")) + 1)
          .first()
          .asString()
          .startsWith("bucket ");
      assertThat((List<?>) data.get("spans")).hasSize(Integer.parseInt(canvas.attr("width")) + 1);
    }
    Element load = page.selectFirst("figure.load");
    assertThat(load.select("polyline")).hasSize(3);
    assertThat(load.select("table tr")).hasSize(21);
    for (Element table : page.select("table")) {
      assertThat(table.select("caption")).hasSize(1);
      assertThat(table.select("th[scope=col]")).isNotEmpty();
    }
  }

  /** Markup in names and values is text, also within the script elements with the labels. */
  @Test
  void hostileTextIsText() throws IOException {
    String field = "</title><b>f";
    List<String> lines = new ArrayList<>(List.of("\"" + field + "\",at,n"));
    for (int i = 0; i < 400; i++) {
      lines.add("\"" + HOSTILE + i % 7 + "\"," + i + ",\"" + HOSTILE + "\"");
    }
    lines.add("one \"<svg onload=x>\" value");
    Path file = directory.resolve("rows.csv");
    Files.write(file, lines);
    String yaml =
        """
        table: t
        fields: {at: time millis}
        key: [{text: "FIELD"}, "</style><script>x</script>", {time: at, as: millis}]
        families: {d: {}}
        columns: [{field: n, name: "</script><script>x()</script>"}]
        splits: ["</script><i>", "x"]
        patterns: [{name: "<img src=y>--><!--", equal: "FIELD"}]
        """
            .replace("FIELD", field);
    TablePlan plan = TablePlanYaml.parse("test", yaml);
    String html = DesignPage.of(review(plan, SampleSpec.of(file)));
    Document page = parsed(html);
    assertThat(page.select("b:not(figcaption b), i, svg[onload]")).isEmpty();
    assertThat(page.text()).contains("<img src=y>--><!--", "</script><img src=x onerror=alert(1)>");
    Map<String, Object> data = json(page.selectFirst("figure.heat script"));
    assertThat(((List<?>) data.get("keys")).get(0).toString())
        .startsWith(field + " </script><img src=x onerror=alert(1)>'&");
    assertThat(((List<?>) data.get("keys")).get(0).toString()).contains("\\u202e");
    assertThat(html).doesNotContain("\u202e", "\u0000");
  }

  @Test
  void withoutASampleThereAreFindingsAlone() throws IOException {
    TablePlan plan = TablePlanYaml.read(DESIGNS.resolve("calls-month-first.yaml"));
    Document page =
        parsed(DesignPage.of(DesignReview.run(plan, Optional.empty(), Known.NOTHING, NOW)));
    assertThat(page.select("h2").eachText()).containsExactly("Findings");
    assertThat(page.select(".finding")).isNotEmpty();
    assertThat(page.text()).contains("By reasoning alone");
  }

  /** Rows that have no key are a finding, and no reason for no page. */
  @Test
  void rowsWithoutAKeyLeaveOutThePictures() throws IOException {
    Path file = directory.resolve("rows.csv");
    Files.writeString(file, "id,n\nx,1\ny,2\n");
    String yaml =
        "table: t\nkey: [{long: id}]\nfamilies: {d: {}}\ncolumns: [{field: n, name: n}]\n";
    Document page =
        parsed(DesignPage.of(review(TablePlanYaml.parse("test", yaml), SampleSpec.of(file))));
    assertThat(page.select("canvas")).isEmpty();
    assertThat(page.select(".finding").text()).contains("value-unreadable");
  }

  @Tag("slow")
  @Test
  void beforeAndAfterStandBesideEachOther() throws IOException {
    TablePlan plan = TablePlanYaml.read(DESIGNS.resolve("calls-month-first.yaml"));
    SampleSpec sample = SampleSpec.of(DESIGNS.resolve("calls.csv"));
    AdviceReport advice = DesignAdvice.run(plan, sample, 20, 1, NOW);
    List<DesignReview> proposed = new ArrayList<>();
    for (TablePlan each : advice.better().get(0).tables()) {
      proposed.add(review(each, sample));
    }
    Document page = parsed(DesignPage.of(review(plan, sample), proposed, advice));
    assertThat(page.select("h2").first().text()).isEqualTo("Before and after");
    for (Element each : page.select(".designs")) {
      assertThat(each.select(".design > h3").eachText()).containsExactly("Present", "Proposed");
    }
    assertThat(page.select(".designs:has(figure.heat) .design:has(figure.heat)")).hasSize(2);
    assertThat(page.select("details pre").text()).startsWith("table: calls");
  }

  @Tag("slow")
  @Test
  void noBetterDesignIsSaid() throws IOException {
    TablePlan plan = TablePlanYaml.read(DESIGNS.resolve("stream.yaml"));
    SampleSpec sample = SampleSpec.of(DESIGNS.resolve("stream.csv"));
    DesignReview present = review(plan, sample);
    AdviceReport.Design design =
        new AdviceReport.Design(List.of(plan), 0, 0, 0, 0.2, 50, 1, 1, List.of());
    AdviceReport advice = new AdviceReport(17, 0, design, List.of());
    assertThat(parsed(DesignPage.of(present, List.of(), advice)).text())
        .contains("None of 17 designs that were judged is better");
  }
}
