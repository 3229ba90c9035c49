package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.pattern.schedule.Place;
import io.rowandb.schema.table.IndexDesign;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/**
 * Copies that are older than what a client with a clock ahead left in their entries: reads are
 * right without them, and a repair writes them.
 */
@OnBackEnd
class CopiesOfClocksAheadTest {
  record Shelf(int id, String label, String room, String text) {}

  private static final Duration AHEAD = Duration.ofMinutes(10);
  private static final List<String> INDEXES = List.of("byLabel", "byRoom");

  private static TableDesign<Shelf> design() {
    return TableDesign.of(BackEnd.newTableName("shelves"), Shelf.class)
        .key(key -> key.part(Shelf::id))
        .family("f")
        .column(Shelf::label, "f:l")
        .column(Shelf::room, "f:r")
        .column(Shelf::text, "f:t")
        .index("byRoom", index -> index.on(key -> key.part(Shelf::room)).covering(Shelf::text))
        .index(
            "byLabel",
            index -> index.on(key -> key.part(Shelf::label)).unique().covering(Shelf::text))
        .build();
  }

  /** What is done with a table. */
  @FunctionalInterface
  private interface Work {
    void of(Connection connection, RecordTable<Shelf> right, RecordTable<Shelf> ahead)
        throws IOException;
  }

  private static void in(Place place, Work work) throws IOException {
    TableDesign<Shelf> design = design();
    Duration grace = Duration.ofHours(1);
    RecordTable.create(place.connection(), design).close();
    try (RecordTable<Shelf> right =
            RecordTable.open(place.connection(), design, new IndexSettings(place.clock(), grace));
        RecordTable<Shelf> ahead =
            RecordTable.open(
                place.connection(),
                design,
                new IndexSettings(Clock.offset(place.clock(), AHEAD), grace))) {
      work.of(place.connection(), right, ahead);
    }
  }

  /** Of the back end, and of the model where there is no server. */
  private static void inAll(Connection connection, Work work) throws IOException {
    in(Place.of(connection), work);
    if (!BackEnd.isHBase()) {
      in(Place.ofModel(), work);
    }
  }

  private static void areReadAs(RecordTable<Shelf> table, Shelf expected) throws IOException {
    Shelf copied = new Shelf(expected.id(), expected.label(), null, expected.text());
    assertThat(table.where(Shelf::label).is(expected.label()).copied("byLabel").list())
        .usingRecursiveFieldByFieldElementComparatorIgnoringFields("room")
        .containsExactly(copied);
    assertThat(table.where(Shelf::room).is(expected.room()).copied("byRoom").list())
        .usingRecursiveFieldByFieldElementComparatorIgnoringFields("label")
        .containsExactly(expected);
  }

  private static void areClean(RecordTable<Shelf> table) throws IOException {
    assertThat(table.verifyIndexes(INDEXES).values())
        .allMatch(IndexReport::isComplete)
        .extracting(IndexReport::copies)
        .containsOnly(IndexReport.Copies.RIGHT);
  }

  @Test
  void aRecordThatWasDeletedAheadIsPutAgain(Connection connection) throws IOException {
    inAll(
        connection,
        (raw, right, ahead) -> {
          ahead.put(new Shelf(1, "a", "x", "old"));
          ahead.delete(new Shelf(1, "a", "x", "old"));
          Shelf shelf = new Shelf(1, "a", "x", "new");
          right.put(shelf);
          areReadAs(right, shelf);
          areClean(right);
        });
  }

  /** The copies of the record before are newer, and hide those of the new one. */
  @Test
  void aUniqueValueOfARecordThatWasDeletedAheadIsTaken(Connection connection) throws IOException {
    inAll(
        connection,
        (raw, right, ahead) -> {
          ahead.put(new Shelf(1, "a", "x", "old"));
          ahead.delete(new Shelf(1, "a", "x", "old"));
          Shelf shelf = new Shelf(2, "a", "x", "new");
          right.put(shelf);
          areReadAs(right, shelf);
          assertThat(right.verifyIndex("byLabel").copies())
              .isEqualTo(new IndexReport.Copies(1, 0, 0, 0));
          assertThat(right.repairIndex("byLabel").copies())
              .isEqualTo(new IndexReport.Copies(1, 0, 1, 0));
          areClean(right);
          Shelf again = new Shelf(2, "a", "x", "newer");
          right.put(again);
          areReadAs(right, again);
          areClean(right);
        });
  }

  /** As a program may with HBase's client alone: what is written until then is hidden. */
  @Test
  void copiesThatWereDeletedAheadAreWrittenBehindTheDeletion(Connection connection)
      throws IOException {
    inAll(
        connection,
        (raw, right, ahead) -> {
          Shelf shelf = new Shelf(1, "a", "x", "text");
          right.put(shelf);
          for (IndexDesign<Shelf> index : right.design().indexes()) {
            String name = index.name();
            byte[] entry = index.entries(shelf, right.design().key().encode(shelf)).get(0);
            long time = System.currentTimeMillis() + AHEAD.toMillis();
            try (Table table = raw.getTable(index.table())) {
              table.delete(
                  new Delete(entry).addColumns(index.family().getName(), Bytes.toBytes("c"), time));
            }
            assertThat(right.verifyIndex(name).copies())
                .isEqualTo(new IndexReport.Copies(1, 0, 0, 0));
            assertThat(right.repairIndex(name).copies())
                .isEqualTo(new IndexReport.Copies(1, 0, 1, 0));
            assertThat(right.verifyIndex(name).copies()).isEqualTo(IndexReport.Copies.RIGHT);
          }
          areReadAs(right, shelf);
          areClean(right);
        });
  }
}
