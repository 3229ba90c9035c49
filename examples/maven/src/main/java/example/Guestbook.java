package example;

import io.rowandb.client.Rowan;
import io.rowandb.schema.key.Parts;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/** Guests write into a book; each book shows its newest entries, and each guest sees their own. */
public final class Guestbook {
  /** What a guest wrote. */
  public record Entry(String book, Instant time, String guest, String text) {}

  /** The newest entry of a book comes first; an index finds the entries of a guest. */
  public static final TableDesign<Entry> ENTRIES =
      TableDesign.of("entries", Entry.class)
          .key(
              key ->
                  key.part(Entry::book)
                      .part(Entry::time, Parts.descending(Parts.millis()))
                      .part(Entry::guest))
          .family("e")
          .column(Entry::text, "e:text")
          .index("byGuest", index -> index.on(key -> key.part(Entry::guest)))
          .build();

  private Guestbook() {}

  /** Opens the table, which is made where there is none. */
  public static RecordTable<Entry> open(Connection connection) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      return admin.tableExists(ENTRIES.name())
          ? RecordTable.open(connection, ENTRIES)
          : RecordTable.create(connection, ENTRIES);
    }
  }

  /** The newest entries of a book. */
  public static List<Entry> newest(RecordTable<Entry> entries, String book, int count)
      throws IOException {
    return entries.where(Entry::book).is(book).newestFirst().limit(count).list();
  }

  /** Writes an entry into the store at a path, and prints what is there. */
  public static void main(String[] arguments) throws IOException {
    String path = arguments.length == 0 ? "guestbook-data" : arguments[0];
    try (Connection connection = ConnectionFactory.createConnection(Rowan.configuration(path));
        RecordTable<Entry> entries = open(connection)) {
      Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS); // as fine as the key
      entries.put(new Entry("hotel", now, "ada", "A quiet room."));
      newest(entries, "hotel", 10).forEach(System.out::println);
      int count = entries.where(Entry::guest).is("ada").list().size();
      System.out.println(count + (count == 1 ? " entry" : " entries") + " by ada");
    }
  }
}
