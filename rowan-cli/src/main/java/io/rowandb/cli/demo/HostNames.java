package io.rowandb.cli.demo;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Host names of the small web and of the United States' government, the hosts of one domain side by
 * side.
 *
 * <pre>
 * hosts   row: reversed host name, port with it
 *         h:eot2016               the name as a crawl of 2016 noted it
 *         h:feed (key of a feed)  address of a feed on this host
 * </pre>
 *
 * The crawl's list names many hosts more than once; those lines are one row.
 */
final class HostNames implements DataSet {
  /** The table's name. */
  static final String TABLE = "hosts";

  private static final byte[] FAMILY = Bytes.toBytes("h");
  private static final byte[] CRAWLED = Bytes.toBytes("eot2016");
  private static final int FEEDS_FILE = 0;

  @Override
  public String name() {
    return "host-names";
  }

  @Override
  public String title() {
    return "host names with reversed domains";
  }

  @Override
  public List<SourceFile> files() {
    return List.of(
        new SourceFile("g-domains-smallweb/smallweb.txt.gz", 0, HostNames::sampleFeeds),
        new SourceFile("g-domains-dotgov/eot-2016-snapshot.csv.gz", 0, HostNames::sampleHosts));
  }

  @Override
  public List<TableLayout> tables() {
    return List.of(TableLayout.of(TABLE, true, "h"));
  }

  @Override
  public void convert(SourceLine line, RowSink sink) {
    String text = line.text();
    if (text.isBlank()) {
      throw new IllegalArgumentException("the line is empty");
    }
    String key = ReversedDomain.key(text);
    if (line.file() == FEEDS_FILE) {
      int pathStart = key.indexOf('/');
      String host = pathStart < 0 ? key : key.substring(0, pathStart);
      sink.put(
          TABLE,
          new Put(Bytes.toBytes(host))
              .addColumn(FAMILY, Bytes.toBytes("feed " + key), Bytes.toBytes(text)));
    } else {
      sink.put(TABLE, new Put(Bytes.toBytes(key)).addColumn(FAMILY, CRAWLED, Bytes.toBytes(text)));
    }
  }

  @Override
  public List<Question> questions() {
    return List.of(
        new Question(
            "Which hosts are below nasa.gov?",
            "table.getScanner(new Scan().withStartRow(\"gov.nasa.\").withStopRow(\"gov.nasa/\"))",
            tables -> below(tables, "gov.nasa")),
        new Question(
            "And below jpl.nasa.gov, a domain inside it?",
            "table.getScanner(new Scan().withStartRow(\"gov.nasa.jpl.\")"
                + ".withStopRow(\"gov.nasa.jpl/\"))",
            tables -> below(tables, "gov.nasa.jpl")),
        new Question(
            "Is nasa.gov itself there?",
            "table.get(new Get(\"gov.nasa\").setCheckExistenceOnly(true)).getExists()",
            HostNames::isDomainThere));
  }

  private static Answer isDomainThere(Tables tables) throws IOException {
    boolean there =
        tables
            .get(TABLE, new Get(Bytes.toBytes("gov.nasa")).setCheckExistenceOnly(true))
            .getExists();
    return Answer.of(List.of("row", "there"), List.of(List.of("gov.nasa", there ? "yes" : "no")));
  }

  /** '/' follows '.' in ASCII: the range holds all names below the domain and no others. */
  private static Answer below(Tables tables, String reversedDomain) throws IOException {
    Scan scan =
        new Scan()
            .withStartRow(Bytes.toBytes(reversedDomain + "."))
            .withStopRow(Bytes.toBytes(reversedDomain + "/"));
    return Answer.of(List.of("row", "host"), tables.scan(TABLE, scan, HostNames::rowAndHost));
  }

  private static List<String> rowAndHost(Result row) {
    String key = Bytes.toString(row.getRow());
    return List.of(key, ReversedDomain.host(key));
  }

  private static List<String> sampleFeeds() {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      lines.add("https://writer" + i + ".example.org/feed.xml");
    }
    return lines;
  }

  private static List<String> sampleHosts() {
    List<String> lines = new ArrayList<>();
    for (String host :
        List.of("www", "science", "www.jpl", "photojournal.jpl", "mars.jpl", "www")) {
      lines.add(host + ".nasa.gov");
    }
    lines.add("nasa.gov");
    lines.add("nasal.gov");
    lines.add("nasa-x.gov");
    for (int i = 0; i < 500; i++) {
      lines.add("host" + i + ".office" + i % 7 + ".example.gov");
    }
    return lines;
  }
}
