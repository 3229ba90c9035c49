package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.table.DetailDesign;
import io.rowandb.schema.table.DetailLayout;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.KeepDeletedCells;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** What a read as of a time shows of a record that was changed or deleted since. */
@OnBackEnd
class AsOfDeletionTest {
  record Note(String id, String text) {}

  private static final byte[] FAMILY = Bytes.toBytes("n");
  private static final Instant THEN = Instant.ofEpochMilli(1_000);

  private static List<Note> asOfThen(Connection connection, KeepDeletedCells keep, boolean whole)
      throws IOException {
    TableDesign<Note> design =
        TableDesign.of(BackEnd.newTableName("notes"), Note.class)
            .key(key -> key.part(Note::id))
            .family("n", family -> family.setMaxVersions(3).setKeepDeletedCells(keep))
            .column(Note::text, "n:t")
            .build();
    try (RecordTable<Note> notes = RecordTable.create(connection, design);
        Table table = connection.getTable(design.name())) {
      byte[] row = design.key().encode(new Note("a", null));
      table.put(
          new Put(row, THEN.toEpochMilli())
              .addColumn(FAMILY, Bytes.toBytes("t"), Bytes.toBytes("text")));
      if (whole) {
        notes.delete(new Note("a", null));
      } else {
        notes.put(new Note("a", null));
      }
      return notes.where(Note::id).is("a").asOf(THEN).list();
    }
  }

  record Line(int number, String text) {}

  record Poem(String id, String title, List<Line> lines) {}

  /** What takes the line away that a poem has. */
  private interface Removal {
    void make(RecordTable<Poem> poems) throws IOException;
  }

  private static ColumnFamilyDescriptorBuilder keeping(ColumnFamilyDescriptorBuilder family) {
    return family.setMaxVersions(3).setKeepDeletedCells(KeepDeletedCells.TRUE);
  }

  private static TableDesign<Poem> poems(boolean tall) {
    String name = BackEnd.newTableName("poems");
    return TableDesign.of(name, Poem.class)
        .key(key -> key.part(Poem::id))
        .family("n", AsOfDeletionTest::keeping)
        .column(Poem::title, "n:t")
        .details(
            Poem::lines,
            tall
                ? DetailLayout.tall(name + "_lines", AsOfDeletionTest::keeping)
                : DetailLayout.wide("n"),
            DetailDesign.of(Line.class)
                .key(key -> key.literal("l").part(Line::number))
                .packed(packed -> packed.field(1, Line::text))
                .build())
        .build();
  }

  /** The texts of the line as of its first value, its last one, and the removal. */
  private static List<String> linesAround(Connection connection, boolean tall, Removal removal)
      throws IOException {
    List<String> texts = new ArrayList<>();
    try (RecordTable<Poem> poems = RecordTable.create(connection, poems(tall))) {
      List<Long> times = new ArrayList<>();
      for (String text : List.of("first", "last")) {
        poems.put(new Poem("a", "title", List.of(new Line(1, text))));
        times.add(Milliseconds.pass());
      }
      removal.make(poems);
      times.add(Milliseconds.pass());
      for (long time : times) {
        List<Poem> then = poems.where(Poem::id).is("a").asOf(Instant.ofEpochMilli(time)).list();
        texts.add(
            then.isEmpty()
                ? "no poem"
                : then.get(0).lines().stream().map(Line::text).findFirst().orElse("no line"));
      }
    }
    return texts;
  }

  /** What {@link RecordQuery#asOf} says of details. */
  @Test
  void aDetailThatWasTakenAwayIsHiddenAsOfItsLastValue(Connection connection) throws IOException {
    for (boolean tall : new boolean[] {false, true}) {
      for (Removal removal :
          List.<Removal>of(
              poems -> poems.put(new Poem("a", "title", List.of())),
              poems -> poems.details(Poem::lines, Line.class, "a").remove(new Line(1, null)))) {
        assertThat(linesAround(connection, tall, removal))
            .containsExactly("first", "no line", "no line");
      }
    }
    Removal deletion = poems -> poems.delete(new Poem("a", "title", List.of()));
    assertThat(linesAround(connection, /* tall= */ false, deletion))
        .containsExactly("first", "last", "no poem");
    assertThat(linesAround(connection, /* tall= */ true, deletion))
        .containsExactly("first", "no line", "no poem");
  }

  @Test
  void whatWasDeletedSinceIsGone(Connection connection) throws IOException {
    assertThat(asOfThen(connection, KeepDeletedCells.FALSE, /* whole= */ true)).isEmpty();
    assertThat(asOfThen(connection, KeepDeletedCells.FALSE, /* whole= */ false)).isEmpty();
  }

  @Test
  void aFamilyThatKeepsDeletedCellsHasIt(Connection connection) throws IOException {
    for (boolean whole : new boolean[] {true, false}) {
      assertThat(asOfThen(connection, KeepDeletedCells.TRUE, whole))
          .containsExactly(new Note("a", "text"));
    }
  }
}
