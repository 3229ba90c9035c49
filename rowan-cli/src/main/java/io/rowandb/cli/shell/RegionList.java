package io.rowandb.cli.shell;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.ServerMetrics;
import org.apache.hadoop.hbase.Size;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.util.Bytes;

/** The command {@code list_regions}: one line per region, with the columns of HBase's shell. */
final class RegionList {
  private static final String GAP = " | ";

  /** What there is to be told of a region, in the order in which it is told. */
  private enum Column {
    SERVER_NAME(12),
    REGION_NAME(12),
    START_KEY(10),
    END_KEY(10),
    SIZE(5),
    REQ(5),
    LOCALITY(10);

    /** How wide it is at least. */
    private final int narrowest;

    Column(int narrowest) {
      this.narrowest = narrowest;
    }

    String of(HRegionLocation region, RegionMetrics metrics) {
      return switch (this) {
        case SERVER_NAME -> region.getServerName().toString();
        case REGION_NAME -> region.getRegion().getRegionNameAsString();
        case START_KEY -> Bytes.toStringBinary(region.getRegion().getStartKey());
        case END_KEY -> Bytes.toStringBinary(region.getRegion().getEndKey());
        case SIZE ->
            metrics == null
                ? ""
                : String.valueOf((long) metrics.getStoreFileSize().get(Size.Unit.MEGABYTE));
        case REQ -> metrics == null ? "" : String.valueOf(metrics.getRequestCount());
        case LOCALITY -> metrics == null ? "" : String.valueOf(metrics.getDataLocality());
      };
    }
  }

  /**
   * Which regions are listed.
   *
   * @param server what the names of their servers begin with
   * @param mostLocal the largest part of their files that may be on their own servers, 0 to 1
   */
  private record Question(TableName table, String server, double mostLocal) {
    boolean asksFor(HRegionLocation region, Map<byte[], RegionMetrics> metrics) {
      RegionMetrics of = metrics.get(region.getRegion().getRegionName());
      return region.getServerName().toString().startsWith(server)
          && (of == null || of.getDataLocality() <= mostLocal);
    }
  }

  private RegionList() {}

  static void print(Arguments arguments, Session session) throws IOException {
    TableName table = arguments.table();
    String server = "";
    double mostLocal = 1;
    if (arguments.hasOptions()) {
      Options options = arguments.options();
      server = options.word("SERVER_NAME").orElse("");
      mostLocal = mostLocal(options);
      options.end();
    } else if (!arguments.skipsNil() && arguments.hasText()) {
      server = arguments.text("a server").toString();
    }
    List<Column> columns = columns(arguments.texts("a column"));
    arguments.end();
    print(new Question(table, server, mostLocal), columns, session);
  }

  private static double mostLocal(Options options) {
    double threshold = options.decimal("LOCALITY_THRESHOLD").orElse(1.0);
    if (threshold < 0 || threshold > 1) {
      throw new IllegalArgumentException(
          "LOCALITY_THRESHOLD is from 0 to 1, and not " + new Decimal(threshold));
    }
    return threshold;
  }

  private static void print(Question question, List<Column> columns, Session session)
      throws IOException {
    try (Admin admin = session.connection().getAdmin()) {
      Map<byte[], RegionMetrics> metrics = metrics(admin);
      List<List<String>> lines =
          RegionVerbs.regions(session, question.table()).stream()
              .filter(region -> question.asksFor(region, metrics))
              .map(region -> line(columns, region, metrics))
              .toList();
      print(columns, lines, session);
    }
  }

  private static List<Column> columns(List<Text> names) {
    if (names.isEmpty()) {
      return List.of(Column.values());
    }
    List<Column> columns = new ArrayList<>();
    for (Text name : names) {
      try {
        columns.add(Column.valueOf(name.toString().toUpperCase(Locale.ROOT)));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(
            "\"" + name + "\" is no column, but " + List.of(Column.values()), e);
      }
    }
    return columns;
  }

  private static Map<byte[], RegionMetrics> metrics(Admin admin) throws IOException {
    Map<byte[], RegionMetrics> metrics = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    for (ServerMetrics server : admin.getClusterMetrics().getLiveServerMetrics().values()) {
      metrics.putAll(server.getRegionMetrics());
    }
    return metrics;
  }

  private static List<String> line(
      List<Column> columns, HRegionLocation region, Map<byte[], RegionMetrics> metrics) {
    RegionMetrics of = metrics.get(region.getRegion().getRegionName());
    return columns.stream().map(column -> column.of(region, of)).toList();
  }

  private static void print(List<Column> columns, List<List<String>> lines, Session session) {
    List<Integer> widths = new ArrayList<>();
    for (int at = 0; at < columns.size(); at++) {
      int width = columns.get(at).narrowest;
      for (List<String> line : lines) {
        width = Math.max(width, line.get(at).length());
      }
      widths.add(width);
    }
    session.out().println(padded(columns.stream().map(Column::name).toList(), widths));
    session.out().println(padded(widths.stream().map("-"::repeat).toList(), widths));
    lines.forEach(line -> session.out().println(padded(line, widths)));
    session.out().println(lines.size() + " rows");
  }

  private static String padded(List<String> words, List<Integer> widths) {
    StringBuilder line = new StringBuilder(" ");
    for (int at = 0; at < words.size(); at++) {
      String word = words.get(at);
      line.append(word).append(" ".repeat(widths.get(at) - word.length())).append(GAP);
    }
    return line.toString().stripTrailing();
  }
}
