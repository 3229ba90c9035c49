package io.rowandb.cli.demo;

import io.rowandb.cli.source.Fields;
import io.rowandb.cli.source.JsonLine;
import io.rowandb.cli.terminal.Figures;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Web pages and the links between them, as the webtable has them.
 *
 * <pre>
 * webtable   row: reversed host + path of a page
 *            contents:title, :description, :markdown    of the pages whose text we have
 *            anchor:(key of the linking page)#(place)   the text of one link to this page
 * </pre>
 *
 * The place of the link on its page keeps several links between the same two pages apart.
 */
final class WebPages implements DataSet {
  /** The table's name. */
  static final String TABLE = "webtable";

  private static final byte[] CONTENTS = Bytes.toBytes("contents");
  private static final byte[] ANCHOR = Bytes.toBytes("anchor");
  private static final int PAGES_FILE = 0;
  private static final int ANCHOR_FIELDS = 6;
  private static final String MUCH_LINKED = "https://github.com/RichardLitt";
  private static final String ONE_PAGE = "https://github.com/44bits/awesome-opensource-documents";

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
  public List<TableLayout> tables() {
    return List.of(TableLayout.of(TABLE, true, "contents", "anchor", "people"));
  }

  @Override
  public void convert(SourceLine line, RowSink sink) {
    sink.put(TABLE, line.file() == PAGES_FILE ? page(line.text()) : anchor(line.text()));
  }

  /** A page's texts. */
  private static Put page(String json) {
    Map<String, String> page = JsonLine.parse(json);
    if (!page.containsKey("url")) {
      throw new IllegalArgumentException("a page should have a url");
    }
    Put put = new Put(key(page.get("url")));
    for (String field : List.of("title", "description", "markdown")) {
      if (page.containsKey(field)) {
        put.addColumn(CONTENTS, Bytes.toBytes(field), Bytes.toBytes(page.get(field)));
      }
    }
    // A page without any text still is a row.
    put.addColumn(CONTENTS, Bytes.toBytes("url"), Bytes.toBytes(page.get("url")));
    return put;
  }

  /** One link: a cell in the row of the page it leads to. */
  private static Put anchor(String tsv) {
    List<String> fields = Fields.split(tsv, '\t');
    if (fields.size() != ANCHOR_FIELDS) {
      throw new IllegalArgumentException(
          "an anchor should have " + ANCHOR_FIELDS + " fields, it has " + fields.size());
    }
    String source = ReversedDomain.key(fields.get(0));
    return new Put(key(fields.get(2)))
        .addColumn(
            ANCHOR, Bytes.toBytes(source + "#" + fields.get(1)), Bytes.toBytes(fields.get(3)));
  }

  private static byte[] key(String url) {
    return Bytes.toBytes(ReversedDomain.key(url));
  }

  @Override
  public List<Question> questions() {
    return List.of(
        new Question(
            "Which pages link to " + MUCH_LINKED + ", and with what words?",
            "table.get(new Get(\"" + ReversedDomain.key(MUCH_LINKED) + "\").addFamily(\"anchor\"))",
            WebPages::anchorsOfOnePage),
        new Question(
            "What is " + ONE_PAGE + "?",
            "table.get(new Get(\"" + ReversedDomain.key(ONE_PAGE) + "\").addFamily(\"contents\"))",
            WebPages::contentsOfOnePage),
        new Question(
            "Which pages of en.wikipedia.org are linked to, in the order of their names?",
            "table.getScanner(new Scan().withStartRow(\"org.wikipedia.en/\")"
                + ".withStopRow(\"org.wikipedia.en0\"))",
            WebPages::pagesOfOneHost));
  }

  private static Answer anchorsOfOnePage(Tables tables) throws IOException {
    Result result = tables.get(TABLE, new Get(key(MUCH_LINKED)).addFamily(ANCHOR));
    List<List<String>> rows = new ArrayList<>();
    for (Cell cell : result.listCells() == null ? List.<Cell>of() : result.listCells()) {
      String qualifier = Bytes.toString(CellUtil.cloneQualifier(cell));
      int hash = qualifier.lastIndexOf('#');
      rows.add(
          List.of(
              qualifier.substring(0, hash),
              qualifier.substring(hash + 1),
              Bytes.toString(CellUtil.cloneValue(cell))));
    }
    return Answer.of(List.of("linking page", "place", "text of the link"), rows);
  }

  private static Answer contentsOfOnePage(Tables tables) throws IOException {
    Result result = tables.get(TABLE, new Get(key(ONE_PAGE)).addFamily(CONTENTS));
    List<List<String>> rows = new ArrayList<>();
    for (Cell cell : result.listCells() == null ? List.<Cell>of() : result.listCells()) {
      String value = Bytes.toString(CellUtil.cloneValue(cell));
      rows.add(
          List.of(
              "contents:" + Bytes.toString(CellUtil.cloneQualifier(cell)),
              Figures.bytes(cell.getValueLength()),
              value));
    }
    return Answer.of(List.of("column", "size", "value"), rows);
  }

  private static Answer pagesOfOneHost(Tables tables) throws IOException {
    // '0' follows '/' in ASCII: the range holds all paths of the host and no other host.
    Scan scan =
        new Scan()
            .withStartRow(Bytes.toBytes("org.wikipedia.en/"))
            .withStopRow(Bytes.toBytes("org.wikipedia.en0"));
    return Answer.of(
        List.of("row", "anchors", "first text"),
        tables.scan(
            TABLE,
            scan,
            row ->
                List.of(
                    Bytes.toString(row.getRow()),
                    String.valueOf(row.size()),
                    Bytes.toString(row.value()))));
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
