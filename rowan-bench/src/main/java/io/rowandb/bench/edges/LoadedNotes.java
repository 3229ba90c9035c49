package io.rowandb.bench.edges;

import io.rowandb.schema.pattern.IndexReport;
import io.rowandb.schema.pattern.IndexSettings;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.table.NewTable;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.view.View;
import io.rowandb.schema.view.ViewPlan;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;

/** A table that was loaded before its index and its view were declared. */
final class LoadedNotes implements AutoCloseable {
  private static final int AUTHORS = 1_000;

  /** Nobody else is there for whom a plan would have to wait. */
  private static final IndexSettings AT_ONCE =
      IndexSettings.usual().withLease(Duration.ofMillis(1));

  private final Connection connection;
  private final int rows;
  private final TableDesign<Note> plain =
      TableDesign.of("notes", Note.class)
          .key(key -> key.part(Note::id))
          .family("n")
          .column(Note::author, "n:a")
          .column(Note::text, "n:x")
          .build();
  private final TableDesign<Note> indexed =
      TableDesign.of("notes", Note.class)
          .key(key -> key.part(Note::id))
          .family("n")
          .column(Note::author, "n:a")
          .column(Note::text, "n:x")
          .index("byAuthor", index -> index.on(key -> key.part(Note::author)).building())
          .build();
  private final RecordTable<Note> table;

  record Note(int id, String author, String text) {}

  record ByAuthor(String author, int id, String text) {}

  LoadedNotes(Connection connection, int rows) throws IOException {
    this.connection = connection;
    this.rows = rows;
    table = RecordTable.create(connection, plain);
    table.load(
        IntStream.range(0, rows)
            .mapToObj(i -> new Note(i, "author" + i % AUTHORS, "the text of note " + i)));
  }

  double indexedPerSecond() throws IOException {
    createMissing(indexed);
    try (RecordTable<Note> building = RecordTable.open(connection, indexed)) {
      long start = System.nanoTime();
      IndexReport report = building.repairIndex("byAuthor");
      return perSecond(start, report.added());
    }
  }

  /** Behind {@link #indexedPerSecond}, whose index all programs keep. */
  double viewedPerSecond() throws IOException {
    TableDesign<ByAuthor> pages =
        TableDesign.of("pages", ByAuthor.class)
            .key(key -> key.part(ByAuthor::author).part(ByAuthor::id))
            .family("p")
            .column(ByAuthor::text, "p:x")
            .build();
    View<Note, ByAuthor> view =
        View.of(
            indexed, pages, note -> List.of(new ByAuthor(note.author(), note.id(), note.text())));
    ViewPlan<Note> plan = ViewPlan.of(connection, AT_ONCE, indexed, List.of(view));
    long start = System.nanoTime();
    return perSecond(start, plan.run().get(0).missing());
  }

  private void createMissing(TableDesign<?> design) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      for (NewTable each : design.tables()) {
        if (!admin.tableExists(each.descriptor().getTableName())) {
          each.create(admin);
        }
      }
    }
  }

  private double perSecond(long startNanos, long built) {
    if (built != rows) {
      throw new IllegalStateException("built " + built + " rows of " + rows);
    }
    return rows * 1e9 / (System.nanoTime() - startNanos);
  }

  @Override
  public void close() throws IOException {
    table.close();
  }
}
