package io.rowandb.systems.calls;

import io.rowandb.schema.key.Parts;
import io.rowandb.schema.key.RowKeyBuilder;
import io.rowandb.schema.pattern.Explanation;
import io.rowandb.schema.pattern.Page;
import io.rowandb.schema.pattern.RecordQuery;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.table.Splits;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.systems.pool.Pool;
import java.io.IOException;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;

/**
 * The call records of a network, in a table that any number of programs write: what a phone did in
 * a month, what went on in a cell or an area, and the bills. Months are those of UTC. Used by any
 * number of threads.
 *
 * <p>The key is {@code salt(phone) | yyyyMM(time) | phone | time | peer | outgoing}. The salt
 * spreads the writes of each moment over all regions; behind it a month's records stand together,
 * so that the bills of a month read that month alone; in a month those of a phone do, the newest
 * first. Peer and direction tell apart what a phone does in the same millisecond.
 */
public final class CallRecords implements AutoCloseable {
  /** Regions of a new table, over which the salt spreads the records. */
  static final int REGIONS = 16;

  /** The design of the table, which the table itself keeps. */
  public static final TableDesign<CallRecord> DESIGN =
      TableDesign.of("calls", CallRecord.class)
          .key(CallRecords::key)
          .family("c")
          .column(CallRecord::seconds, "c:s")
          .column(CallRecord::area, "c:a")
          .column(CallRecord::cell, "c:c")
          .index(
              "byPlace",
              index ->
                  index
                      .on(
                          key ->
                              key.salt(REGIONS, CallRecord::area)
                                  .part(CallRecord::area, Parts.unsignedInt(Short.BYTES))
                                  .part(CallRecord::time, Parts.calendar("yyyyMM").truncated())
                                  .part(CallRecord::cell, Parts.unsignedInt(Short.BYTES))
                                  .part(CallRecord::time))
                      .splits(Splits.even(REGIONS)))
          .splits(Splits.even(REGIONS))
          .build();

  // Fixed at construction.
  private final Pool<RecordTable<CallRecord>> tables;

  static RowKeyBuilder<CallRecord> key(RowKeyBuilder<CallRecord> key) {
    return key.salt(REGIONS, CallRecord::phone)
        .part(CallRecord::time, Parts.calendar("yyyyMM").truncated())
        .part(CallRecord::phone, Parts.unsigned(Long.BYTES))
        .part(CallRecord::time, Parts.descending(Parts.millis()))
        .part(CallRecord::peer, Parts.unsigned(Long.BYTES))
        .part(CallRecord::outgoing);
  }

  private CallRecords(Connection connection, RecordTable<CallRecord> first) {
    tables = Pool.of(first, () -> RecordTable.open(connection, DESIGN), RecordTable::close);
  }

  /**
   * Opens the table, and makes it if there is none.
   *
   * @param connection stays open, and stays the caller's
   */
  public static CallRecords open(Connection connection) throws IOException {
    return new CallRecords(connection, RecordTable.openOrCreate(connection, DESIGN));
  }

  /**
   * Opens the table, which must be there.
   *
   * @param connection stays open, and stays the caller's
   * @throws TableNotFoundException when it is not
   */
  public static CallRecords openExisting(Connection connection) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      if (!admin.tableExists(DESIGN.name())) {
        throw new TableNotFoundException("there is no table " + DESIGN.name());
      }
    }
    return new CallRecords(connection, RecordTable.open(connection, DESIGN));
  }

  /** Writes a record, in the place of one with the same phone, time, peer and direction. */
  public void add(CallRecord record) throws IOException {
    tables.run(table -> table.put(record));
  }

  /** Writes records, many per call. When it fails, some may be written: it can be called again. */
  public void addAll(Iterable<CallRecord> records) throws IOException {
    tables.run(table -> table.putAll(records));
  }

  /**
   * Writes many records, the fast way, for records that are new or the same again: so who stopped
   * it can begin it again. A record that says something else than the one that is there needs
   * {@link #add}; this would leave its area and cell, if the new one has none.
   *
   * @param records are closed
   * @return how many
   */
  public long load(Stream<CallRecord> records) throws IOException {
    return tables.use(table -> table.load(records));
  }

  /** What a phone did in a month, the newest first. */
  public List<CallRecord> month(long phone, YearMonth month) throws IOException {
    return tables.use(table -> ofPhone(table, phone, month).list());
  }

  /** How {@link #month} is read. */
  public Explanation explainMonth(long phone, YearMonth month) throws IOException {
    return tables.use(table -> ofPhone(table, phone, month).explain());
  }

  private static RecordQuery<CallRecord> ofPhone(
      RecordTable<CallRecord> table, long phone, YearMonth month) {
    return between(table, phone, begin(month), begin(month.plusMonths(1)));
  }

  /**
   * What a phone did in a span of time, the newest first.
   *
   * @param from the first moment
   * @param to the first moment behind it
   */
  public List<CallRecord> span(long phone, Instant from, Instant to) throws IOException {
    return tables.use(table -> between(table, phone, from, to).list());
  }

  /**
   * Some of {@link #span}, the newest first.
   *
   * @param from the first moment
   * @param to the first moment behind it
   * @param size at least 1
   * @param after the token of the page before, of the same phone and times; empty for the first
   * @throws IllegalArgumentException when the token is of another read, or none
   */
  public Page<CallRecord> page(
      long phone, Instant from, Instant to, int size, Optional<String> after) throws IOException {
    return tables.use(
        table -> {
          RecordQuery<CallRecord> query = between(table, phone, from, to);
          return after.isPresent() ? query.page(size, after.get()) : query.page(size);
        });
  }

  /** Some record, the same until others are written; empty when there is none. */
  public Optional<CallRecord> any() throws IOException {
    return tables.use(table -> table.all().allowFullScan().first());
  }

  private static RecordQuery<CallRecord> between(
      RecordTable<CallRecord> table, long phone, Instant from, Instant to) {
    CallRecord.checkPhone("phone", phone);
    return table
        .where(CallRecord::phone)
        .is(phone)
        .between(CallRecord::time, from, to)
        .newestFirst();
  }

  /** What went on in each cell of an area in a month; cells without a record are missing. */
  public SortedMap<Integer, Usage> area(int area, YearMonth month) throws IOException {
    return tables.use(table -> cells(inArea(table, area, month)));
  }

  private static SortedMap<Integer, Usage> cells(RecordQuery<CallRecord> query) throws IOException {
    SortedMap<Integer, Usage> cells = new TreeMap<>();
    try (Stream<CallRecord> records = query.stream()) {
      records.forEach(
          each -> cells.merge(each.cell(), Usage.NONE.plus(each), (sum, one) -> sum.plus(one)));
    }
    return cells;
  }

  /** How {@link #area} is read. */
  public Explanation explainArea(int area, YearMonth month) throws IOException {
    return tables.use(table -> inArea(table, area, month).explain());
  }

  /** What went on in a cell in a month. */
  public Usage cell(int area, int cell, YearMonth month) throws IOException {
    return tables.use(table -> usage(inCell(table, area, cell, month)));
  }

  /** How {@link #cell} is read. */
  public Explanation explainCell(int area, int cell, YearMonth month) throws IOException {
    return tables.use(table -> inCell(table, area, cell, month).explain());
  }

  private static RecordQuery<CallRecord> inCell(
      RecordTable<CallRecord> table, int area, int cell, YearMonth month) {
    CallRecord.checkPlace("cell", cell);
    return inArea(table, area, month).where(CallRecord::cell).is(cell);
  }

  private static RecordQuery<CallRecord> inArea(
      RecordTable<CallRecord> table, int area, YearMonth month) {
    CallRecord.checkPlace("area", area);
    return table
        .where(CallRecord::area)
        .is(area)
        .between(CallRecord::time, begin(month), begin(month.plusMonths(1)))
        .through("byPlace"); // a record with an area has a cell, so that none is missed
  }

  private static Usage usage(RecordQuery<CallRecord> query) throws IOException {
    try (Stream<CallRecord> records = query.stream()) {
      return records.reduce(Usage.NONE, Usage::plus, Usage::plus);
    }
  }

  /** The bill of a phone; without a call it is one of nothing. */
  public Bill bill(long phone, YearMonth month, Tariff tariff) throws IOException {
    return tables.use(
        table -> {
          Billing billing = new Billing(tariff);
          try (Stream<CallRecord> records = ofPhone(table, phone, month).stream()) {
            records.forEach(billing::add);
          }
          return billing.of(phone);
        });
  }

  /**
   * The bills of all phones that called or were called in a month, in one pass over the records of
   * that month, which holds one bill in memory.
   *
   * @param to gets each bill once, in no order that matters
   * @return how many
   */
  public long bills(YearMonth month, Tariff tariff, Consumer<Bill> to) throws IOException {
    return tables.use(table -> bills(inMonth(table, month), tariff, to));
  }

  private static long bills(RecordQuery<CallRecord> query, Tariff tariff, Consumer<Bill> to)
      throws IOException {
    long bills = 0;
    try (Stream<CallRecord> records = query.stream()) {
      Billing billing = new Billing(tariff);
      CallRecord last = null;
      for (Iterator<CallRecord> each = records.iterator(); each.hasNext(); ) {
        CallRecord record = each.next();
        if (last != null && last.phone() != record.phone()) {
          to.accept(billing.of(last.phone()));
          bills++;
          billing = new Billing(tariff);
        }
        billing.add(record);
        last = record;
      }
      if (last != null) {
        to.accept(billing.of(last.phone()));
        bills++;
      }
    }
    return bills;
  }

  /** How {@link #bills} are read. */
  public Explanation explainBills(YearMonth month) throws IOException {
    return tables.use(table -> inMonth(table, month).explain());
  }

  private static RecordQuery<CallRecord> inMonth(RecordTable<CallRecord> table, YearMonth month) {
    return table.all().between(CallRecord::time, begin(month), begin(month.plusMonths(1)));
  }

  static Instant begin(YearMonth month) {
    return month.atDay(1).atStartOfDay(ZoneOffset.UTC).toInstant();
  }

  /** The connection stays open. */
  @Override
  public void close() throws IOException {
    tables.close();
  }

  /** Sums up the records of a phone. Used by one thread. */
  private static final class Billing {
    // Fixed at construction.
    private final Tariff tariff;

    private Usage usage = Usage.NONE;
    private long minutes;

    Billing(Tariff tariff) {
      this.tariff = tariff;
    }

    void add(CallRecord record) {
      usage = usage.plus(record);
      minutes += Tariff.minutes(record);
    }

    Bill of(long phone) {
      return new Bill(phone, usage, minutes, tariff.cents(minutes));
    }
  }
}
