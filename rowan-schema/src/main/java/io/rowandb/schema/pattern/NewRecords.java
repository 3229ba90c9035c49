package io.rowandb.schema.pattern;

import io.rowandb.schema.field.Given;
import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.pattern.calls.TableCalls;
import io.rowandb.schema.pattern.calls.WaitingCarrier;
import io.rowandb.schema.pattern.chain.Chain;
import io.rowandb.schema.pattern.chain.Mark;
import io.rowandb.schema.pattern.chain.RecentWrites;
import io.rowandb.schema.pattern.chain.Stamped;
import io.rowandb.schema.pattern.details.DetailKeeper;
import io.rowandb.schema.pattern.details.Records;
import io.rowandb.schema.pattern.details.Removals;
import io.rowandb.schema.table.Column;
import io.rowandb.schema.table.DetailMapping;
import io.rowandb.schema.table.IndexDesign;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.table.TallDetails;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.UUID;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * What new records are in all tables of a design, for a module that writes them in another way than
 * by calls: as files for a bulk load. It keeps the record layer's protocol if
 *
 * <ol>
 *   <li>all cells of all records get one time, from the clock that is here ({@link #nowMillis});
 *   <li>no row of the records is there: neither cells nor a deletion as late as that time ({@link
 *       #present}); no other record has their unique values ({@link #taken}); no two of them have
 *       one row or one unique value; and nobody else writes such rows or values until all is there;
 *   <li>tables get their rows in the order of {@link #places}, all of them while the time {@link
 *       #isYoung};
 *   <li>the tables are of the design ({@link #mayWrite}) just before the records come.
 * </ol>
 *
 * Used by any number of threads; one call at a time is made.
 *
 * @param <R> the record
 */
public final class NewRecords<R> implements AutoCloseable {
  /** In the place of a time that is not known yet. */
  private static final long NO_TIME = 0;

  /**
   * One kind of rows.
   *
   * @param number its place among {@link NewRecords#places}
   * @param index whose entries these are; null of records and details
   * @param isOfRecords whether they are the records' own rows
   */
  public record Place<R>(int number, TableName table, IndexDesign<R> index, boolean isOfRecords) {
    /** Whether two records must not meet in one row for the values that they have. */
    public boolean isUnique() {
      return index != null && index.isUnique();
    }
  }

  /** Takes rows. */
  @FunctionalInterface
  public interface Target<R> {
    /**
     * Takes a row.
     *
     * @param put its cells; those without a time, {@link HConstants#LATEST_TIMESTAMP}, are to get
     *     that of the load
     */
    void take(Place<R> place, Put put) throws IOException;
  }

  /** A row where a new record was to go. */
  public record Present(byte[] row, boolean hasCells, long latestMillis) {}

  /** An entry of a unique index that another record has. */
  public record TakenEntry(byte[] entry, byte[] row, byte[] owner) {}

  // Fixed at construction.
  private final Connection connection;
  private final TableDesign<R> design;
  private final IndexSettings settings;
  private final WaitingCarrier carrier;
  private final IndexKeeper<R> keeper;
  private final TableCalls records;
  private final List<Place<R>> places = new ArrayList<>();
  private final List<TallDetails<R, ?>> tall = new ArrayList<>();
  private final long tokens = UUID.randomUUID().getMostSignificantBits();

  private NewRecords(Connection connection, TableDesign<R> design, IndexSettings settings)
      throws IOException {
    this.connection = connection;
    this.design = design;
    this.settings = settings;
    carrier = new WaitingCarrier(connection);
    records = carrier.table(design.name());
    Chain<R> chain = new Chain<>(carrier, design, settings.clock(), design.hasCopies());
    DetailKeeper<R> details = new DetailKeeper<>(carrier, chain, new Removals(carrier));
    keeper = new IndexKeeper<>(carrier, new Records<>(design, records, details), settings);
    for (IndexDesign<R> index : design.indexes()) {
      places.add(new Place<>(places.size(), index.table(), index, /* isOfRecords= */ false));
    }
    for (DetailMapping<R, ?> mapping : design.details()) {
      if (mapping instanceof TallDetails<R, ?> own) {
        tall.add(own);
        places.add(new Place<>(places.size(), own.table(), null, /* isOfRecords= */ false));
      }
    }
    places.add(new Place<>(places.size(), design.name(), null, /* isOfRecords= */ true));
  }

  /**
   * Of a design whose tables are there.
   *
   * @throws IllegalArgumentException when its records expire
   */
  public static <R> NewRecords<R> open(
      Connection connection, TableDesign<R> design, IndexSettings settings) throws IOException {
    Given.notNull(connection, "the connection of new records");
    Given.notNull(design, "the design of new records").checkDeclared();
    if (design.expiry().isPresent()) {
      throw new IllegalArgumentException(
          design.name()
              + " has records that expire, and cells of files would not: use RecordTable.load");
    }
    return new NewRecords<>(connection, design, Given.notNull(settings, "the settings of indexes"));
  }

  /** Where rows go: entries of indexes, then details, then the records themselves. */
  public List<Place<R>> places() {
    return List.copyOf(places);
  }

  /**
   * The tables of {@link #places}, each once: that of the records last, although the entries of an
   * index may be there too.
   */
  public List<TableName> tables() {
    List<TableName> tables = new ArrayList<>();
    places.stream()
        .map(Place::table)
        .filter(table -> !table.equals(design.name()))
        .distinct()
        .forEach(tables::add);
    tables.add(design.name());
    return tables;
  }

  /** The present of the clock that judges the age of entries, in milliseconds since 1970. */
  public long nowMillis() {
    return settings.nowMillis();
  }

  /**
   * Whether what has this time may still be given to the tables: readers remove an entry without a
   * record when it is older than the grace, and half of that is for the call.
   */
  public boolean isYoung(long timeMillis) {
    return !settings.isLate(Duration.ofMillis(settings.nowMillis() - timeMillis));
  }

  /**
   * Ends if a program of the design may write its tables.
   *
   * @throws io.rowandb.schema.table.ChangedDesignException when they are of another design by now,
   *     or have views, which the program would not keep
   */
  public synchronized void mayWrite() throws IOException {
    Steps.ended(keeper.mayWrite());
  }

  /**
   * Gives all rows of a record.
   *
   * @param number of no other record of this object
   * @throws IllegalArgumentException naming the field and the rule, when a value has no form
   */
  public void write(R given, long number, Target<R> target) throws IOException {
    R record = design.present(given);
    Put put = design.rows().writeNew(record).put();
    byte[] row = put.getRow();
    UUID token = new UUID(tokens, number);
    R asRead = places.size() == 1 ? record : design.rows().asRead(record);
    for (Place<R> place : places) {
      if (place.index() != null) {
        for (byte[] entry : place.index().entries(asRead, row)) {
          target.take(place, entry(place.index(), entry, row, token, asRead));
        }
      }
    }
    int next = design.indexes().size();
    for (TallDetails<R, ?> details : tall) {
      writeDetails(details, places.get(next++), record, row, target);
    }
    if (design.isMarked()) {
      Column mark = design.mark();
      put.addColumn(mark.family(), mark.qualifier(), mark(token, NO_TIME));
    }
    target.take(places.get(next), put);
  }

  private Put entry(IndexDesign<R> index, byte[] entry, byte[] row, UUID token, R record) {
    long time = HConstants.LATEST_TIMESTAMP;
    if (index.isUnique()) {
      byte[] bytes =
          Bytes.add(
              Bytes.toBytes(token.getMostSignificantBits()),
              Bytes.toBytes(token.getLeastSignificantBits()));
      return index.cells().settledEntry(entry, row, bytes, record, time);
    }
    return index.cells().filledEntryAt(entry, record, time);
  }

  private <D> void writeDetails(
      TallDetails<R, D> details, Place<R> place, R record, byte[] row, Target<R> target)
      throws IOException {
    for (D detail : details.of(record).values()) {
      Put put = details.adding(row, detail).put();
      if (!put.isEmpty()) {
        target.take(place, put);
      }
    }
  }

  private static byte[] mark(UUID token, long time) {
    return new Mark(Mark.State.SETTLED, time, time, time, token, RecentWrites.NONE, Map.of())
        .toBytes();
  }

  /** The mark of {@link #write}, in the column {@link TableDesign#mark}, at a time. */
  public static byte[] markAt(byte[] mark, long time) {
    return mark(Mark.of(mark).token(), time);
  }

  /** Whether nothing at all is stored in a table, not even deletions. */
  public boolean isEmpty(TableName name) throws IOException {
    try (Table table = connection.getTable(name);
        ResultScanner scanner =
            table.getScanner(new Scan().setRaw(true).readAllVersions().setLimit(1))) {
      return scanner.next() == null;
    }
  }

  /**
   * Which of some rows of records are there, or were: those of which anything is stored.
   *
   * @param rows some hundred
   */
  public synchronized List<Present> present(List<byte[]> rows) throws IOException {
    SortedMap<byte[], Long> latest = Steps.ended(Stamped.latestStored(records, rows));
    List<byte[]> stored = List.copyOf(latest.keySet());
    List<Get> gets = stored.stream().map(Get::new).toList();
    List<Result> found = gets.isEmpty() ? List.of() : Steps.ended(records.getAll(gets));
    List<Present> present = new ArrayList<>();
    for (int i = 0; i < stored.size(); i++) {
      byte[] row = stored.get(i);
      present.add(new Present(row, !found.get(i).isEmpty(), latest.get(row)));
    }
    return present;
  }

  /**
   * Which of some unique entries other records have, or are being given; and those that were
   * written at the load's time or later, which would hide what it writes.
   *
   * @param entries some hundred
   * @param rows those of the records that are to have them, in their order
   * @param timeMillis that of the load
   */
  public synchronized List<TakenEntry> taken(
      IndexDesign<R> index, List<byte[]> entries, List<byte[]> rows, long timeMillis)
      throws IOException {
    List<Get> gets = new ArrayList<>();
    for (byte[] entry : entries) {
      gets.add(new Get(entry).addFamily(index.family().getName()));
    }
    List<Result> found = Steps.ended(keeper.table(index).getAll(gets));
    List<TakenEntry> taken = new ArrayList<>();
    for (int i = 0; i < found.size(); i++) {
      Result entry = found.get(i);
      if (!entry.isEmpty()) {
        Claims.Claim<R> claim =
            Claims.Claim.of(settings, index, entries.get(i), rows.get(i), settings.nowMillis());
        boolean hides = !claim.isOwn(entry) && index.cells().newest(entry) >= timeMillis;
        if (hides || !Steps.ended(keeper.isFree(claim, entry))) {
          taken.add(new TakenEntry(entries.get(i), rows.get(i), claim.owner(entry)));
        }
      }
    }
    return taken;
  }

  @Override
  public void close() throws IOException {
    carrier.close();
  }
}
