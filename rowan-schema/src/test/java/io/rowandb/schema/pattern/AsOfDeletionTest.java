package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.backend.BackEnd;
import io.rowandb.schema.backend.OnBackEnd;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import org.apache.hadoop.hbase.KeepDeletedCells;
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
      return notes.where(Note::id, "a").asOf(THEN).list();
    }
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
