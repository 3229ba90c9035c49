package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.key.Parts;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.Test;

/**
 * A record that is written again as soon as it has been deleted, in one millisecond: HBase hides it
 * behind the deletion, unless its family is declared to go by the order of writes.
 */
@OnBackEnd
class WrittenAgainTest {
  record Note(String id, String text) {}

  @Test
  void itIsThereWhenTheFamilyGoesByTheOrderOfWrites(Connection connection) throws IOException {
    TableDesign<Note> design =
        TableDesign.of(BackEnd.newTableName("again"), Note.class)
            .key(key -> key.part(Note::id, Parts.textToEnd()))
            .family("t", family -> family.setNewVersionBehavior(true))
            .column(Note::text, "t:x")
            .build();
    int lost = 0;
    try (RecordTable<Note> notes = RecordTable.create(connection, design)) {
      for (int i = 0; i < 300; i++) {
        Note note = new Note("a", "text " + i);
        notes.put(note);
        notes.delete(note);
        notes.put(note);
        lost += notes.get("a").isPresent() ? 0 : 1;
      }
    }
    assertThat(lost).isZero();
  }

  record Key(String id) {}

  /** In such a family a column without a qualifier outlives its row, also at HBase. */
  @Test
  void aRowWithoutFieldsIsGoneWhenItIsDeleted(Connection connection) throws IOException {
    TableDesign<Key> design =
        TableDesign.of(BackEnd.newTableName("keys"), Key.class)
            .key(key -> key.part(Key::id, Parts.textToEnd()))
            .family("t", family -> family.setNewVersionBehavior(true))
            .build();
    try (RecordTable<Key> keys = RecordTable.create(connection, design)) {
      keys.put(new Key("a"));
      assertThat(keys.get("a")).contains(new Key("a"));
      keys.delete(new Key("a"));
      assertThat(keys.get("a")).isEmpty();
    }
  }
}
