package io.rowandb.systems.calls;

import io.rowandb.schema.key.KeyPart;
import io.rowandb.schema.key.Parts;
import io.rowandb.schema.pattern.RecordQuery;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.table.Splits;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.table.TableDesignBuilder;
import io.rowandb.systems.measure.Attempt;
import io.rowandb.systems.measure.Question;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/**
 * Designs for call records, from the one that textbooks teach to the one that {@link CallRecords}
 * has. All are asked for a phone's month, for a phone's year, and for all bills of a month.
 */
public final class CallAttempts {
  /** What is asked for: a phone's month. */
  public static final String MONTH = "a phone's month";

  /** What is asked for: a phone's year. */
  public static final String YEAR = "a phone's year";

  /** What is asked for: all records of a month. */
  public static final String BILLS = "a month's bills";

  private static final String[] ELEVEN_REGIONS = {
    "02", "03", "04", "05", "06", "07", "08", "09", "10", "11"
  };
  private static final String[] TWELVE_REGIONS = {
    "02", "03", "04", "05", "06", "07", "08", "09", "10", "11", "12"
  };

  /** 19 digits, as many as the greatest long has. */
  private static final KeyPart<Instant> MILLIS_IN_DIGITS =
      Parts.mapped(
          Parts.digits(19),
          Instant::ofEpochMilli,
          Instant::toEpochMilli,
          Comparator.naturalOrder());

  /**
   * A record whose key begins with the month, without the year.
   *
   * @param month from 1 to 12, that of the time in UTC
   */
  record OfMonth(
      long month,
      long phone,
      Instant time,
      long peer,
      boolean outgoing,
      int seconds,
      Integer area,
      Integer cell) {
    static OfMonth of(CallRecord record) {
      return new OfMonth(
          record.time().atOffset(ZoneOffset.UTC).getMonthValue(),
          record.phone(),
          record.time(),
          record.peer(),
          record.outgoing(),
          record.seconds(),
          record.area(),
          record.cell());
    }
  }

  // Fixed at construction.
  private final List<Long> phones;
  private final YearMonth month;
  private final Instant begin;
  private final Instant end;
  private final Instant beginOfYear;
  private final Instant endOfYear;

  /**
   * Attempts that are asked about these phones, each about the month and its year.
   *
   * @param phones at least one
   */
  public CallAttempts(List<Long> phones, YearMonth month) {
    if (phones.isEmpty()) {
      throw new IllegalArgumentException("no phone to ask about");
    }
    this.phones = List.copyOf(phones);
    this.month = month;
    begin = CallRecords.begin(month);
    end = CallRecords.begin(month.plusMonths(1));
    beginOfYear = CallRecords.begin(month.withMonth(1));
    endOfYear = CallRecords.begin(month.withMonth(1).plusYears(1));
  }

  /** From the textbooks' to the one in use. */
  public List<Attempt<CallRecord, ?>> all() {
    return List.of(
        monthFirst("article", "11 regions", ELEVEN_REGIONS),
        monthFirst("12 regions", "a region for each month", TWELVE_REGIONS),
        phoneFirst(),
        inUse());
  }

  private Attempt<CallRecord, OfMonth> monthFirst(String name, String idea, String[] splits) {
    TableDesign<OfMonth> design =
        TableDesign.of(table(splits.length + "splits"), OfMonth.class)
            .key(
                key ->
                    key.part(OfMonth::month, Parts.digits(2))
                        .part(OfMonth::phone, Parts.digits(11))
                        .part(OfMonth::time, MILLIS_IN_DIGITS))
            .family("c")
            .column(OfMonth::peer, "c:p")
            .column(OfMonth::outgoing, "c:o")
            .column(OfMonth::seconds, "c:s")
            .column(OfMonth::area, "c:a")
            .column(OfMonth::cell, "c:c")
            .splits(Splits.at(splits))
            .build();
    return new Attempt<>(
        name,
        "MM | phone in 11 digits | time in 19 digits, " + idea,
        design,
        OfMonth::of,
        List.of(
            ofPhones(MONTH, (table, phone) -> monthOf(table, phone, month)),
            ofPhones(
                YEAR,
                (table, phone) ->
                    table
                        .all()
                        .where(OfMonth::month)
                        .in(List.of(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L, 10L, 11L, 12L))
                        .where(OfMonth::phone)
                        .is(phone)
                        .between(OfMonth::time, beginOfYear, endOfYear)),
            once(
                BILLS,
                table ->
                    table
                        .where(OfMonth::month)
                        .is((long) month.getMonthValue())
                        .filter(each -> isIn(each.time(), begin, end)))));
  }

  private RecordQuery<OfMonth> monthOf(RecordTable<OfMonth> table, long phone, YearMonth asked) {
    return table
        .where(OfMonth::month)
        .is((long) asked.getMonthValue())
        .where(OfMonth::phone)
        .is(phone)
        .between(OfMonth::time, begin, end);
  }

  private Attempt<CallRecord, CallRecord> phoneFirst() {
    TableDesign<CallRecord> design =
        columns(TableDesign.of(table("phone"), CallRecord.class))
            .key(
                key ->
                    key.salt(CallRecords.REGIONS, CallRecord::phone)
                        .part(CallRecord::phone, Parts.unsigned(Long.BYTES))
                        .part(CallRecord::time, Parts.descending(Parts.millis()))
                        .part(CallRecord::peer, Parts.unsigned(Long.BYTES))
                        .part(CallRecord::outgoing))
            .splits(Splits.even(CallRecords.REGIONS))
            .build();
    return new Attempt<>(
        "phone first",
        "salt(phone) | phone | time | peer | outgoing",
        design,
        Function.identity(),
        List.of(
            ofPhones(MONTH, this::monthOfRecords),
            ofPhones(YEAR, this::yearOfRecords),
            once(
                BILLS,
                table ->
                    table.all().allowFullScan().filter(each -> isIn(each.time(), begin, end)))));
  }

  /** As {@link CallRecords#DESIGN}, in a table of its own, and without an index as the others. */
  private Attempt<CallRecord, CallRecord> inUse() {
    TableDesign<CallRecord> design =
        columns(TableDesign.of(table("inuse"), CallRecord.class))
            .key(CallRecords::key)
            .splits(Splits.even(CallRecords.REGIONS))
            .build();
    return new Attempt<>(
        "in use",
        "salt(phone) | yyyyMM | phone | time | peer | outgoing",
        design,
        Function.identity(),
        List.of(
            ofPhones(MONTH, this::monthOfRecords),
            ofPhones(YEAR, this::yearOfRecords),
            once(BILLS, table -> table.all().between(CallRecord::time, begin, end))));
  }

  private RecordQuery<CallRecord> monthOfRecords(RecordTable<CallRecord> table, long phone) {
    return table.where(CallRecord::phone).is(phone).between(CallRecord::time, begin, end);
  }

  private RecordQuery<CallRecord> yearOfRecords(RecordTable<CallRecord> table, long phone) {
    return table
        .where(CallRecord::phone)
        .is(phone)
        .between(CallRecord::time, beginOfYear, endOfYear);
  }

  private static boolean isIn(Instant time, Instant from, Instant to) {
    return !time.isBefore(from) && time.isBefore(to);
  }

  /** A question about one phone. */
  private interface OfPhone<R> {
    RecordQuery<R> ask(RecordTable<R> table, long phone);
  }

  private <R> Question<R> ofPhones(String name, OfPhone<R> question) {
    return new Question<>(
        name,
        phones.stream()
            .<Function<RecordTable<R>, RecordQuery<R>>>map(
                phone -> table -> question.ask(table, phone))
            .toList());
  }

  private static <R> Question<R> once(
      String name, Function<RecordTable<R>, RecordQuery<R>> question) {
    return new Question<>(name, List.of(question));
  }

  private static String table(String name) {
    return "compare_calls_" + name;
  }

  private static TableDesignBuilder<CallRecord> columns(TableDesignBuilder<CallRecord> design) {
    return design
        .family("c")
        .column(CallRecord::seconds, "c:s")
        .column(CallRecord::area, "c:a")
        .column(CallRecord::cell, "c:c");
  }
}
