package io.rowandb.cli.demo;

import io.rowandb.cli.source.Fields;
import io.rowandb.cli.source.JsonLine;
import io.rowandb.cli.terminal.Figures;
import io.rowandb.schema.key.Parts;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.table.DetailDesign;
import io.rowandb.schema.table.DetailLayout;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.io.compress.Compression;

/**
 * Web pages and the links between them, as in the webtable: the links to a page are in its row, one
 * column each.
 *
 * <p>The position of a link on its page distinguishes several links between the same two pages.
 */
final class WebPages extends RecordSet<WebPages.Page> {
  private static final int PAGES_FILE = 0;
  private static final int ANCHOR_FIELDS = 6;
  private static final String MUCH_LINKED = "https://github.com/RichardLitt";
  private static final String ONE_PAGE = "https://github.com/44bits/awesome-opensource-documents";

  /**
   * A page, or what others say of it.
   *
   * @param port 0 for none
   * @param markdown its text; null, as title and description are, where only links to it are known
   * @param anchors the links to it
   */
  record Page(
      String host,
      int port,
      String path,
      String title,
      String description,
      String markdown,
      List<Anchor> anchors) {}

  /** A link: the page that has it, where on it, and its words. */
  record Anchor(String page, int place, String text) {}

  /** In the tables of {@code namespace}. */
  WebPages(String namespace) {
    super(design(namespace), /* linesShareRows= */ true);
  }

  static TableDesign<Page> design(String namespace) {
    DetailDesign<Anchor> anchors =
        DetailDesign.of(Anchor.class)
            .key(key -> key.part(Anchor::page).part(Anchor::place, Parts.unsignedInt(4)))
            .packed(packed -> packed.field(1, Anchor::text))
            .build();
    return TableDesign.of(namespace + ":web_pages", Page.class)
        .key(
            key ->
                key.part(Page::host, Parts.reversedDomain(Parts.text()))
                    .part(Page::port, Parts.unsignedInt(2))
                    .part(Page::path, Parts.textToEnd()))
        .family("contents", family -> family.setCompressionType(Compression.Algorithm.LZ4))
        .family("anchor", family -> family.setCompressionType(Compression.Algorithm.LZ4))
        .column(Page::title, "contents:title")
        .column(Page::description, "contents:description")
        .column(Page::markdown, "contents:markdown")
        .details(Page::anchors, DetailLayout.wide("anchor"), anchors)
        .build();
  }

  @Override
  public String name() {
    return "web-pages";
  }

  @Override
  public String title() {
    return "web pages and their anchors";
  }

  @Override
  public List<SourceFile> files() {
    return List.of(
        new SourceFile("g-webtable-awesome-lists/pages.jsonl.gz", 0, WebPages::samplePages),
        new SourceFile("g-webtable-awesome-lists/anchors.tsv.gz", 1, WebPages::sampleAnchors));
  }

  @Override
  Page record(SourceLine line) {
    return line.file() == PAGES_FILE ? page(line.text()) : linked(line.text());
  }

  /** A page with its texts. */
  private static Page page(String json) {
    Map<String, String> page = JsonLine.parse(json);
    if (!page.containsKey("url")) {
      throw new IllegalArgumentException("a page should have a url");
    }
    WebAddress address = WebAddress.of(page.get("url"));
    return new Page(
        address.host(),
        address.port(),
        address.path(),
        page.get("title"),
        page.get("description"),
        page.get("markdown"),
        List.of());
  }

  /** The page that one link leads to. */
  private static Page linked(String tsv) {
    List<String> fields = Fields.split(tsv, '\t');
    if (fields.size() != ANCHOR_FIELDS) {
      throw new IllegalArgumentException(
          "an anchor should have " + ANCHOR_FIELDS + " fields, it has " + fields.size());
    }
    WebAddress target = WebAddress.of(fields.get(2));
    Anchor anchor = new Anchor(fields.get(0), Integer.parseInt(fields.get(1)), fields.get(3));
    return new Page(target.host(), target.port(), target.path(), null, null, null, List.of(anchor));
  }

  @Override
  public List<String> declaration() {
    return source("Page", "Anchor", "design");
  }

  @Override
  public List<DemoQuestion> questions() {
    return List.of(
        question(
            "Which pages link to " + MUCH_LINKED + ", and with what words?",
            WebPages::anchorsOfOnePage,
            WebPages::shownAnchors),
        question("What is " + ONE_PAGE + "?", WebPages::onePage, WebPages::shownPage),
        question(
            "Which pages of en.wikipedia.org are linked to, in the order of their names?",
            WebPages::ofOneHost,
            WebPages::shownPages));
  }

  static List<Anchor> anchorsOfOnePage(RecordTable<Page> pages) throws IOException {
    try (Stream<Anchor> anchors =
        pages.details(Page::anchors, Anchor.class, "github.com", 0, "/RichardLitt").stream()) {
      return anchors.toList();
    }
  }

  static Optional<Page> onePage(RecordTable<Page> pages) throws IOException {
    return pages.get("github.com", 0, "/44bits/awesome-opensource-documents");
  }

  static List<Page> ofOneHost(RecordTable<Page> pages) throws IOException {
    return pages.where(Page::host).is("en.wikipedia.org").list();
  }

  private static Answer shownAnchors(List<Anchor> anchors) {
    List<List<String>> rows = new ArrayList<>();
    for (Anchor each : anchors) {
      rows.add(List.of(each.page(), String.valueOf(each.place()), each.text()));
    }
    return Answer.of(List.of("linking page", "place", "text of the link"), rows);
  }

  private static Answer shownPage(Optional<Page> page) {
    List<List<String>> rows = new ArrayList<>();
    if (page.isPresent()) {
      addField(rows, "title", page.get().title());
      addField(rows, "description", page.get().description());
      addField(rows, "markdown", page.get().markdown());
    }
    return Answer.of(List.of("field", "size", "value"), rows);
  }

  private static void addField(List<List<String>> rows, String field, String value) {
    if (value != null) {
      int bytes = value.getBytes(StandardCharsets.UTF_8).length;
      rows.add(List.of(field, Figures.bytes(bytes), value));
    }
  }

  private static Answer shownPages(List<Page> pages) {
    List<List<String>> rows = new ArrayList<>();
    for (Page each : pages) {
      rows.add(
          List.of(
              each.path(),
              String.valueOf(each.anchors().size()),
              each.anchors().isEmpty() ? "" : each.anchors().get(0).text()));
    }
    return Answer.of(List.of("path", "anchors", "first text"), rows);
  }

  private static List<String> samplePages() {
    return List.of(
        "{\"url\": \""
            + ONE_PAGE
            + "\", \"title\": \"An invented page\", \"description\": \"Made for the sample\","
            + " \"links\": 2, \"markdown\": \"# A list\\n\\nwith nothing in it\"}");
  }

  private static List<String> sampleAnchors() {
    List<String> lines = new ArrayList<>();
    lines.add("source_url\tposition\ttarget_url\tanchor_text\tgithub_stars\tsection");
    String[] topics = {"Storage", "Search", "Graphs", "Time_series", "Café", "日本語"};
    for (int page = 0; page < 20; page++) {
      String source = "https://github.com/example/list-" + page;
      lines.add(source + "\t0\t" + MUCH_LINKED + "\tRichard, number " + page + "\t\tPeople");
      for (int i = 0; i < topics.length; i++) {
        String target = "https://en.wikipedia.org/wiki/" + topics[i];
        lines.add(source + "\t" + (i + 1) + "\t" + target + "#Uses\t" + topics[i] + "\t\tTopics");
      }
    }
    return lines;
  }
}
