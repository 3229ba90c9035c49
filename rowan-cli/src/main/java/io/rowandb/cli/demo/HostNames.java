package io.rowandb.cli.demo;

import io.rowandb.schema.key.Parts;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.table.DetailDesign;
import io.rowandb.schema.table.DetailLayout;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.io.compress.Compression;

/**
 * Host names of the small web and of the United States government, with the hosts of one domain
 * side by side.
 *
 * <p>The crawl's list has many hosts more than once, and a host may have many feeds; all lines of a
 * host become one row.
 */
final class HostNames extends RecordSet<HostNames.Host> {
  private static final int FEEDS_FILE = 0;

  /**
   * A host.
   *
   * @param port 0 for none
   * @param crawled the name as a crawl of 2016 noted it; null if it did not
   */
  record Host(String name, int port, String crawled, List<Feed> feeds) {}

  /** A feed on a host. */
  record Feed(String address) {}

  /** In the tables of {@code namespace}. */
  HostNames(String namespace) {
    super(design(namespace), /* linesShareRows= */ true);
  }

  static TableDesign<Host> design(String namespace) {
    DetailDesign<Feed> feeds =
        DetailDesign.of(Feed.class).key(key -> key.part(Feed::address, Parts.textToEnd())).build();
    return TableDesign.of(namespace + ":host_names", Host.class)
        .key(
            key ->
                key.part(Host::name, Parts.reversedDomain(Parts.text()))
                    .part(Host::port, Parts.unsignedInt(2)))
        .family("h", family -> family.setCompressionType(Compression.Algorithm.LZ4))
        .family("feeds", family -> family.setCompressionType(Compression.Algorithm.LZ4))
        .column(Host::crawled, "h:eot2016")
        .details(Host::feeds, DetailLayout.wide("feeds"), feeds)
        .build();
  }

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
  Host record(SourceLine line) {
    String text = line.text();
    if (text.isBlank()) {
      throw new IllegalArgumentException("the line is empty");
    }
    WebAddress address = WebAddress.of(text);
    return line.file() == FEEDS_FILE
        ? new Host(address.host(), address.port(), null, List.of(new Feed(text)))
        : new Host(address.host(), address.port(), text, List.of());
  }

  @Override
  public List<String> declaration() {
    return source("Host", "Feed", "design");
  }

  @Override
  public List<DemoQuestion> questions() {
    return List.of(
        question("Which hosts belong to nasa.gov?", HostNames::ofDomain, HostNames::shown),
        question(
            "And to jpl.nasa.gov, a domain inside it?", HostNames::ofInnerDomain, HostNames::shown),
        question("Is nasa.gov itself there?", HostNames::isThere, HostNames::shown));
  }

  static List<Host> ofDomain(RecordTable<Host> hosts) throws IOException {
    return hosts.all().ofDomain(Host::name, "nasa.gov").list();
  }

  static List<Host> ofInnerDomain(RecordTable<Host> hosts) throws IOException {
    return hosts.all().ofDomain(Host::name, "jpl.nasa.gov").list();
  }

  static boolean isThere(RecordTable<Host> hosts) throws IOException {
    return hosts.get("nasa.gov", 0).isPresent();
  }

  private static Answer shown(List<Host> hosts) {
    List<List<String>> rows = new ArrayList<>();
    for (Host each : hosts) {
      rows.add(
          List.of(
              each.name(),
              each.port() == 0 ? "" : String.valueOf(each.port()),
              each.crawled() == null ? "" : each.crawled(),
              String.valueOf(each.feeds().size())));
    }
    return Answer.of(List.of("host", "port", "crawled as", "feeds"), rows);
  }

  private static Answer shown(boolean there) {
    return Answer.of(List.of("host", "there"), List.of(List.of("nasa.gov", there ? "yes" : "no")));
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
