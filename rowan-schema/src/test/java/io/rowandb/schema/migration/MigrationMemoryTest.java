package io.rowandb.schema.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.rowandb.schema.backend.Calls;
import io.rowandb.schema.backend.ServerCall;
import io.rowandb.schema.backend.WatchedAdmin;
import io.rowandb.schema.pattern.IndexSettings;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.table.DetailDesign;
import io.rowandb.schema.table.DetailLayout;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.view.RangeCounts;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Who moves records holds some of them at a time, by the number of their cells and not of the
 * records; one that has more goes alone.
 */
@OnBackEnd
@Tag("slow")
class MigrationMemoryTest {
  private static final IndexSettings ALONE = IndexSettings.usual().withLease(Duration.ofNanos(1));

  private static final int MOST_CELLS = 100_000;
  private static final int RECORDS = 24;
  private static final int PARTS = 600;
  private static final int CELLS_OF_A_PART = 8;
  private static final int PARTS_OF_LARGE = MOST_CELLS / CELLS_OF_A_PART + 500;

  /** Made since the last write of the program that moves them. */
  private static final AtomicInteger PARTS_MADE = new AtomicInteger();

  record Part(int number, int a, int b, int c, int d, int e, int f, int g, int h) {
    Part {
      PARTS_MADE.incrementAndGet();
    }
  }

  record Item(int shelf, int id, List<Part> parts) {}

  /** How much is in memory, as far as calls tell. */
  private static final class Held implements Calls {
    private int mostPartsMade;
    private int mostCellsAnswered;

    @Override
    public Object pass(ServerCall call) throws IOException {
      if (call instanceof ServerCall.OfMany<?>) {
        mostPartsMade = Math.max(mostPartsMade, PARTS_MADE.getAndSet(0));
      }
      Object answer = call.make();
      if (answer instanceof Result[] rows && rows.length > 1) {
        int cells = 0;
        for (Result row : rows) {
          cells += row.size();
        }
        mostCellsAnswered = Math.max(mostCellsAnswered, cells);
      }
      return answer;
    }
  }

  private final String name = BackEnd.newTableName("items");

  private TableDesign<Item> design(boolean areRows, boolean isNew) {
    String table = isNew ? name + "_new" : name;
    return TableDesign.of(table, Item.class)
        .key(
            key ->
                isNew ? key.part(Item::id).part(Item::shelf) : key.part(Item::shelf).part(Item::id))
        .family("f")
        .family("p")
        .details(
            Item::parts,
            areRows ? DetailLayout.tall(table + "_parts") : DetailLayout.wide("p"),
            DetailDesign.of(Part.class)
                .key(key -> key.part(Part::number))
                .cell(Part::a, "a")
                .cell(Part::b, "b")
                .cell(Part::c, "c")
                .cell(Part::d, "d")
                .cell(Part::e, "e")
                .cell(Part::f, "f")
                .cell(Part::g, "g")
                .cell(Part::h, "h")
                .build())
        .marked()
        .build();
  }

  private static Item item(int id, int parts) {
    return new Item(
        id % 2,
        id,
        IntStream.range(0, parts).mapToObj(i -> new Part(i, id, i, 2, 3, 4, 5, 6, 7)).toList());
  }

  @ParameterizedTest(name = "from rows {0}, to rows {1}")
  @CsvSource({"false,false", "false,true", "true,false"})
  void recordsWithManyDetails(boolean fromRows, boolean toRows, Connection connection)
      throws IOException {
    assumeFalse(BackEnd.isHBase(), "the calls, and what they hold, are the same there");
    Migration<Item> migration = Migration.of(design(fromRows, false), design(toRows, true));
    List<Item> model = new ArrayList<>();
    try (RecordTable<Item> table = RecordTable.create(connection, migration.old())) {
      for (int i = 0; i < RECORDS; i++) {
        model.add(item(i, i == 20 ? PARTS_OF_LARGE : PARTS));
        table.put(model.get(i));
      }
    }
    Held held = new Held();
    PARTS_MADE.set(0);
    MigrationRun<Item> run = MigrationRun.of(WatchedAdmin.of(connection, held), migration, ALONE);
    run.copy();
    assertThat(held.mostPartsMade * CELLS_OF_A_PART)
        .isBetween(PARTS_OF_LARGE * CELLS_OF_A_PART, MOST_CELLS + PARTS_OF_LARGE * CELLS_OF_A_PART);
    changeEach(connection, migration.target());
    RangeCounts found = run.compare(Long.MAX_VALUE);
    assertThat(found.mended().different()).isEqualTo(RECORDS);
    run.switchReads();
    run.end();
    assertThat(held.mostCellsAnswered).isBetween(RECORDS, MOST_CELLS);
    try (RecordTable<Item> table = RecordTable.open(connection, migration.target())) {
      assertThat(table.all().allowFullScan().list()).isEqualTo(model);
    }
  }

  /** Lets each row of the new table be of another one of the old. */
  private static void changeEach(Connection connection, TableDesign<Item> target)
      throws IOException {
    try (Table rows = connection.getTable(target.name())) {
      for (int i = 0; i < RECORDS; i++) {
        byte[] row = target.key().encode(new Item(i % 2, i, List.of()));
        byte[] origin = Bytes.toBytesBinary("\\x00of");
        rows.put(new Put(row).addColumn(Bytes.toBytes("f"), origin, Bytes.toBytes("another")));
      }
    }
  }
}
