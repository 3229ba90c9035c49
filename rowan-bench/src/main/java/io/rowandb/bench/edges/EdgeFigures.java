package io.rowandb.bench.edges;

import io.rowandb.client.Rowan;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/** Measures the lines of the table. Used by one thread. */
public final class EdgeFigures {
  private final Path directory;
  private final int rows;
  private final List<List<String>> lines = new ArrayList<>();

  /**
   * Measures later.
   *
   * @param directory where stores may lie
   * @param rows of a loaded table, and updates of an index
   */
  public EdgeFigures(Path directory, int rows) {
    this.directory = directory;
    this.rows = rows;
  }

  /** What measures in a store of its own. */
  @FunctionalInterface
  private interface Measurement {
    void run(Connection connection) throws Exception;
  }

  /** A heading, and a line for each figure: what, the figure, and what it is compared with. */
  public List<List<String>> table() throws Exception {
    lines.add(List.of("what", "figure", "compared with", "its figure"));
    measure("top", this::topOfIndex);
    measure("loaded", this::loadedTable);
    measure("regions", this::manyRegions);
    lines.add(
        List.of(
            "opening, log with 4 MB of frame heads at its end, ms",
            figure("%.0f", TornLog.openMillis(directory.resolve("torn4"), 4 << 20)),
            "16 MB",
            figure("%.0f", TornLog.openMillis(directory.resolve("torn16"), 16 << 20))));
    return lines;
  }

  private void measure(String name, Measurement measurement) throws Exception {
    String store = directory.resolve(name).toString();
    try (Connection connection = ConnectionFactory.createConnection(Rowan.configuration(store))) {
      measurement.run(connection);
    }
  }

  private void topOfIndex(Connection connection) throws Exception {
    try (Players players = new Players(connection)) {
      double before = players.topMillis();
      players.update(rows);
      lines.add(
          List.of(
              "top 20 of 1,010 players after " + rows + " updates of 10 of them, ms",
              figure("%.2f", players.topMillis()),
              "before them",
              figure("%.2f", before)));
      players.flush();
      lines.add(
          List.of(
              "the same when the index is flushed, ms",
              figure("%.2f", players.topMillis()),
              "before them",
              figure("%.2f", before)));
    }
  }

  private void loadedTable(Connection connection) throws Exception {
    try (LoadedNotes notes = new LoadedNotes(connection, rows)) {
      double index = notes.indexedPerSecond();
      lines.add(
          List.of(
              "view of a loaded table built, rows/s",
              figure("%,.0f", notes.viewedPerSecond()),
              "its index",
              figure("%,.0f", index)));
    }
  }

  private void manyRegions(Connection connection) throws Exception {
    double one = Regions.putsPerSecond(connection, 1, rows);
    lines.add(
        List.of(
            "puts/s of 1 kB into " + Regions.MANY + " regions",
            figure("%,.0f", Regions.putsPerSecond(connection, Regions.MANY, rows)),
            "one region",
            figure("%,.0f", one)));
    addTable(connection);
  }

  /** What the copy of the manifest costs where it is large. */
  private void addTable(Connection connection) throws Exception {
    double millis = Regions.tableMillis(connection);
    CopyOfTables copy = new CopyOfTables(directory.resolve("regions"));
    lines.add(
        List.of(
            "adding a table beside " + Regions.MANY + " regions, ms",
            figure("%.1f", millis),
            "of it TABLES, " + copy.bytes() / 1000 + " kB",
            figure("%.1f", copy.writeMillis())));
  }

  private static String figure(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }
}
