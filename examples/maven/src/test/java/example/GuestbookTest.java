package example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import example.Guestbook.Entry;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.testkit.RowanTest;
import io.rowandb.testkit.TestStore;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.Test;

/** Each test has a store of its own, in memory. */
@RowanTest
public class GuestbookTest {
  private static final Entry OLD = entry("2026-01-01T00:00:00Z", "ada", "first");
  private static final Entry NEW = entry("2026-01-02T00:00:00Z", "bob", "second");

  private static Entry entry(String time, String guest, String text) {
    return new Entry("hotel", Instant.parse(time), guest, text);
  }

  @Test
  public void newestComesFirst(Connection connection) throws IOException {
    try (RecordTable<Entry> entries = Guestbook.open(connection)) {
      entries.putAll(List.of(OLD, NEW));
      assertEquals(List.of(NEW, OLD), Guestbook.newest(entries, "hotel", 10));
    }
  }

  @Test
  public void guestsAreFoundAfterACrash(Connection connection, TestStore store) throws Exception {
    try (RecordTable<Entry> entries = Guestbook.open(connection)) {
      entries.putAll(List.of(OLD, NEW));
      store.crash();
      assertEquals(List.of(OLD), entries.where(Entry::guest).is("ada").list());
    }
  }
}
