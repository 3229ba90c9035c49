package io.rowandb.schema.pattern;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.field.Field;
import io.rowandb.schema.field.Given;
import io.rowandb.schema.key.Condition;
import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.pattern.plan.Conditions;
import io.rowandb.schema.pattern.plan.QuerySettings;
import io.rowandb.schema.pattern.plan.QuerySpec;
import io.rowandb.schema.pattern.rows.Found;
import io.rowandb.schema.pattern.rows.RowRead;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collector;
import java.util.stream.Stream;

/**
 * A read under construction: conditions on declared fields, an order, a limit. Immutable: every
 * method returns a new query. Only the thread of its table may run it.
 *
 * @param <R> the record
 */
public final class RecordQuery<R> extends OptionalRanges<R> {
  /** HBase takes the next timestamp for none at all. */
  private static final Instant LAST = Instant.ofEpochMilli(Long.MAX_VALUE - 1);

  // Fixed at construction.
  private final QuerySpec<R> spec;
  private final QueryReads<R> reads;

  RecordQuery(QuerySpec<R> spec, QueryReads<R> reads) {
    this.spec = spec;
    this.reads = reads;
  }

  private RecordQuery<R> with(QuerySettings<R> newSettings) {
    return new RecordQuery<>(spec.with(newSettings), reads);
  }

  @Override
  RecordQuery<R> with(Field<R, ?> field, Condition condition) {
    return where(component(field), condition);
  }

  /**
   * Records whose field meets the condition: for programs that know fields by their names.
   *
   * @param field of the design's {@link TableDesign#shape}
   * @param condition with values of the field's type
   */
  public RecordQuery<R> where(Component field, Condition condition) {
    return new RecordQuery<>(spec.with(field, condition), reads);
  }

  /**
   * A condition on a field, whose value is given next: {@code where(Call::phone).is("5551234")}.
   *
   * @throws IllegalArgumentException when it is not written as the accessor of a field
   */
  public <T> FieldCondition<R, T> where(Field<R, T> field) {
    return new FieldCondition<>(this, component(field));
  }

  RecordQuery<R> whereAny(Conditions.AnyOf any) {
    return new RecordQuery<>(spec.with(any), reads);
  }

  /**
   * Records whose field is at or after one value and before another. For optional fields the
   * methods on ranges have {@code optional} before their names.
   */
  public <T extends Comparable<? super T>> RecordQuery<R> between(Field<R, T> field, T from, T to) {
    return with(field, new Condition.Between(from, to));
  }

  /** Records whose field is at or after a value. */
  public <T extends Comparable<? super T>> RecordQuery<R> from(Field<R, T> field, T from) {
    return with(field, new Condition.Between(from, null));
  }

  /** Records whose field is before a value. */
  public <T extends Comparable<? super T>> RecordQuery<R> before(Field<R, T> field, T to) {
    return with(field, new Condition.Between(null, to));
  }

  /**
   * Records whose text begins with the prefix.
   *
   * @param prefix at least one character
   */
  public RecordQuery<R> startingWith(Field<R, String> field, String prefix) {
    return with(field, new Condition.StartsWith(prefix));
  }

  /**
   * Records of a domain and of all that belong to it: of {@code cnn.com} also {@code www.cnn.com}.
   * Keys that have the domain reversed have them together.
   */
  public RecordQuery<R> ofDomain(Field<R, String> field, String domain) {
    return with(field, new Condition.OfDomain(domain));
  }

  /**
   * Records for which this is true; it is evaluated by the client for each record that the other
   * conditions find.
   */
  public RecordQuery<R> filter(Predicate<R> filter) {
    return with(spec.settings().withFilter(Given.notNull(filter, "a filter")));
  }

  /** The latest first, by the time that the rows are sorted by. */
  public RecordQuery<R> newestFirst() {
    return with(spec.settings().withOrder(QuerySettings.Order.GREATEST_FIRST));
  }

  /** The earliest first, by the time that the rows are sorted by. */
  public RecordQuery<R> oldestFirst() {
    return with(spec.settings().withOrder(QuerySettings.Order.LEAST_FIRST));
  }

  /** The greatest first, by the field that the rows are sorted by. */
  public RecordQuery<R> greatestFirst() {
    return with(spec.settings().withOrder(QuerySettings.Order.GREATEST_FIRST));
  }

  /** The least first, by the field that the rows are sorted by. */
  public RecordQuery<R> leastFirst() {
    return with(spec.settings().withOrder(QuerySettings.Order.LEAST_FIRST));
  }

  /**
   * The greatest of a field first: by the key or an index whose rows are sorted by it, behind
   * fields that have one value by the conditions. Without conditions, and with a {@link #limit} or
   * in pages, these are the first records of that key or index, and no others are read. Null counts
   * as less than all values, but as greater where the form is {@code optional(descending(..))}.
   *
   * @throws IllegalArgumentException when the read is done, and no rows are sorted so. An index
   *     that lacks records with null in the field counts only when {@link #through} names it
   */
  public RecordQuery<R> greatestFirst(Field<R, ? extends Comparable<?>> field) {
    return sorted(QuerySettings.Order.GREATEST_FIRST, field);
  }

  /** The least of a field first, as {@link #greatestFirst(Field)}. */
  public RecordQuery<R> leastFirst(Field<R, ? extends Comparable<?>> field) {
    return sorted(QuerySettings.Order.LEAST_FIRST, field);
  }

  private RecordQuery<R> sorted(QuerySettings.Order order, Field<R, ?> field) {
    return with(spec.settings().withOrder(order, spec.design().shape().component(field)));
  }

  /**
   * At most this many records. A read without any condition or filter needs no other permission: it
   * reads the first rows of the key, or of the index that it names or whose order it requests.
   *
   * @param count at least 1
   */
  public RecordQuery<R> limit(long count) {
    if (count < 1) {
      throw new IllegalArgumentException("a limit is at least 1, not " + count);
    }
    return with(spec.settings().withLimit(count));
  }

  /**
   * Reads rows as of a time, by the timestamps of their cells, as far as versions are kept. It uses
   * the row key, since an index has only the present. Data deleted since then is visible only in
   * families that keep deleted cells.
   *
   * <p>Even such a family does not show all details. A detail that {@link Details#remove} or a put
   * of its record removed is hidden as of all times since its last value, although it existed then:
   * the removal has the time of that value, so that a detail added meanwhile stays. As of earlier
   * times its earlier values are shown. {@link RecordTable#delete} does the same with details in
   * their own rows; details in columns it deletes as of the present, so they are shown.
   *
   * @param time from 1970 on; truncated to milliseconds
   * @throws IllegalArgumentException when no cell can be of a time so early or so late
   */
  public RecordQuery<R> asOf(Instant time) {
    Given.notNull(time, "the time of a read");
    if (time.isBefore(Instant.EPOCH) || time.isAfter(LAST)) {
      throw new IllegalArgumentException(
          "cells have times from " + Instant.EPOCH + " to " + LAST + ", and none is as of " + time);
    }
    return with(spec.settings().withAsOf(time.toEpochMilli()));
  }

  /**
   * Reads through this index regardless of the path that would be chosen. This is the only way to
   * use indexes that may lack records of the answer: a partial index, or one on a field whose nulls
   * it cannot represent and no condition excludes.
   *
   * @throws IllegalArgumentException when there is none of the name, or it is being built
   */
  public RecordQuery<R> through(String index) {
    return with(spec.settings().withIndex(Given.notNull(index, "the name of an index")));
  }

  /**
   * Reads the entries of a covering index: fields that are neither in its key, nor in the record's,
   * nor copied, are null or zero, and must not have conditions.
   *
   * <p>An entry has copies only while its record agrees with them: a writer removes them before it
   * writes the row, and writes the new ones after it. For an entry without copies the record is
   * looked up: while it is being written, when a writer died, and for entries from before the index
   * had these copies. The look-up adds copies if the record has a mark; {@link
   * RecordTable#repairIndex} adds all that are missing.
   *
   * <p>Guarantee: each record is as it was at some time during the read, if all writers know about
   * the copies; late calls and clocks that differ change nothing. A program with an older design,
   * or with only HBase's client, leaves outdated copies, until the record is written again or
   * repaired. Families with a time to live are refused.
   *
   * @throws IllegalArgumentException when the read is done, and there is no such index, it has no
   *     copies, or is being built
   */
  public RecordQuery<R> copied(String index) {
    return with(spec.settings().withCopied(Given.notNull(index, "the name of an index")));
  }

  /** Allows reading all rows if neither the key nor an index serves the conditions. */
  public RecordQuery<R> allowFullScan() {
    return with(spec.settings().withFullScan());
  }

  /**
   * Passes over rows of which no record can be made, and reports them. Otherwise the first one ends
   * the read with its error; but through an index such rows are passed over in any case, and are
   * reported with this alone. A read that needs some cells of a row reports what is malformed in
   * these. Asynchronous tables refuse such reads.
   *
   * @param report counts the rows and keeps the first; the read adds to it as its records are taken
   */
  public RecordQuery<R> skipMalformed(MalformedRows report) {
    return with(spec.settings().withMalformed(Given.notNull(report, "a report of rows")::add));
  }

  QuerySpec<R> spec() {
    return spec;
  }

  /**
   * The records, read lazily. Close the stream; this closes its scanners, as does its end. Each
   * record is as it was at some time during the read. A record that moves to a place that the read
   * has already passed may be missed. Of an index, one that moves ahead of the read is not returned
   * again; for that a stream remembers the keys that it found last, in 32 MB, which are some
   * hundred thousand. To change a field by whose index one reads, collect the keys first.
   *
   * @throws UnservedReadException when neither the key nor an index serves it
   * @throws java.io.UncheckedIOException from the stream, when HBase fails
   */
  public Stream<R> stream() throws IOException {
    return reads.stream(spec);
  }

  /**
   * How the read would be executed and what it would read; reads no records. It gets the table's
   * regions from HBase and counts the rows of the ranges, before any check and limit, up to 1,000:
   * with a scan for each of up to 1,000 ranges, or a call for 200 rows if their keys are known, of
   * one cell per row without its value. A server passes over all rows up to the last one counted.
   *
   * @return an explanation even for a read that would be refused: {@link Explanation#refusal} says
   *     why
   */
  public Explanation explain() throws IOException {
    return reads.explain(spec);
  }

  /** All of them. */
  public List<R> list() throws IOException {
    return Taken.from(this::stream, Stream::toList);
  }

  /**
   * How many there are. By the row key no record is made: the servers send one cell of each row,
   * without its value, if the key answers all conditions and the table has no marks; else the cells
   * of the fields that have conditions. So a row of which no record can be made counts, if these
   * can be read, unless {@link #skipMalformed} is said. Through an index, or with a filter, the
   * records are read, one after the other, as far as the index has no copies ({@link #select}).
   *
   * <p>Without a record, conditions are asked of the values in the cells: what a constructor or an
   * accessor of the record makes of them, such as a default for null, is not seen. The same holds
   * for sums, groups and {@link #select}.
   *
   * @throws IOException when HBase fails
   */
  public long count() throws IOException {
    return Steps.ended(reads.answers().count(spec));
  }

  /** Whether there is one. */
  public boolean exists() throws IOException {
    return first().isPresent();
  }

  /**
   * Collects them as they are read: {@code collect(Collectors.toSet())}.
   *
   * @throws IOException when HBase fails, or what the filter or the collector did
   */
  public <A> A collect(Collector<? super R, ?, A> collector) throws IOException {
    Given.notNull(collector, "what collects the records of a read");
    return Taken.from(this::stream, all -> all.collect(collector));
  }

  /** The design of the table that is read. */
  public TableDesign<R> design() {
    return spec.design();
  }

  /**
   * Gives the records to a deletion, one after the other; for tables that delete more with a record
   * than its row. When the deletion fails, the records before are deleted.
   *
   * @return how many
   * @throws IllegalArgumentException when the read is as of a past time
   */
  public long delete(Deletion<R> deletion) throws IOException {
    Given.notNull(deletion, "a deletion");
    checkOfNow();
    return Taken.from(() -> reads.found(spec), found -> delete(found, deletion));
  }

  private static <R> long delete(Stream<Found<R>> found, Deletion<R> deletion) {
    long count = 0;
    for (Iterator<Found<R>> all = found.iterator(); all.hasNext(); count++) {
      Found<R> each = all.next();
      try {
        deletion.delete(each.record(), each.ownRow());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return count;
  }

  /** Refuses reads of what may not be there any more. */
  void checkOfNow() {
    if (spec.settings().asOfMillis() != RowRead.NOW) {
      throw new IllegalArgumentException(
          "the read of "
              + design().name()
              + " is as of a past time, and what is deleted is what is there now");
    }
  }

  /** The first of them. */
  public Optional<R> first() throws IOException {
    return Taken.from(limit(1)::stream, Stream::findFirst);
  }

  /**
   * Some fields of them. The components of the record have names and types of fields, in any order;
   * a wrapper class and its primitive type are the same, if the field is never null.
   *
   * <p>By the row key only the cells of these fields and of those with conditions are asked for,
   * and the rest of a row may be malformed. Whole rows are read by an index, with a filter, and
   * where a field has details. But an index that is not unique, and whose entries have copies of
   * all these fields, answers without them, with the guarantee of {@link #copied}; a unique one
   * does when that names it. {@link Selection#explain} tells it.
   *
   * @throws IllegalArgumentException naming the component, when it is of no field or of another
   *     type
   */
  public <S> Selection<R, S> select(Class<S> type) {
    return new Selection<>(spec, reads, SelectedFields.of(spec.design(), type));
  }

  /**
   * The least value of a field, in the order of keys, which for text is that of its code points.
   * Nulls are passed over.
   *
   * <p>It reads one record if the key, or an index that may be used, is sorted by the field behind
   * fields that have one value by the conditions; if nulls come first there, it reads on to the
   * first value. Otherwise, and if the read has a limit or an order of its own, it reads the field
   * of all records of the read. {@link #explainMin} tells which.
   *
   * @return empty when no record has a value
   * @throws UnservedReadException when all rows would be read without permission
   * @throws IllegalArgumentException as {@link Selection#stream}
   */
  public <T extends Comparable<? super T>> Optional<T> min(Field<R, T> field) throws IOException {
    return extreme(field, QuerySettings.Order.LEAST_FIRST);
  }

  /** The greatest value of a field, as {@link #min}. */
  public <T extends Comparable<? super T>> Optional<T> max(Field<R, T> field) throws IOException {
    return extreme(field, QuerySettings.Order.GREATEST_FIRST);
  }

  @SuppressWarnings("unchecked") // the values of a field are of its type
  private <T> Optional<T> extreme(Field<R, T> field, QuerySettings.Order order) throws IOException {
    return Steps.ended(reads.answers().extreme(spec, component(field), order))
        .map(value -> (T) value);
  }

  Component component(Field<R, ?> field) {
    return spec.design().shape().component(field);
  }

  /**
   * The sum of a field of whole numbers. Nulls are passed over. The program adds: nothing runs on
   * the servers, which send the cells that {@link #select} of the field would need.
   *
   * @return empty when no record has a value
   * @throws IllegalArgumentException naming the field, when it is no whole number, and as {@link
   *     Selection#stream}
   * @throws ArithmeticException naming the field, when the sum is too great for a {@code long}; one
   *     that is too great only on the way is not
   */
  public OptionalLong sum(Field<R, ? extends Number> field) throws IOException {
    return Total.sum(total(Total.whole(spec.design().shape(), field)));
  }

  /**
   * The exact sum of a field of any numbers, as {@link #sum}.
   *
   * @throws ArithmeticException naming the field, when a value is not finite, or has more than
   *     10,000 digits before or behind the point
   */
  public Optional<BigDecimal> sumDecimal(Field<R, ? extends Number> field) throws IOException {
    return total(Total.number(spec.design().shape(), field)).map(Total::sumDecimal);
  }

  /**
   * The mean of a field of numbers, of their exact sum. Nulls are passed over.
   *
   * @return empty when no record has a value
   * @throws ArithmeticException as {@link #sumDecimal}, and when it is too great for a double
   */
  public OptionalDouble average(Field<R, ? extends Number> field) throws IOException {
    return Total.average(total(Total.number(spec.design().shape(), field)));
  }

  private Optional<Total> total(Component field) throws IOException {
    return Steps.ended(reads.answers().total(spec, field));
  }

  /** The same for each value of a field: {@code groupBy(Call::cell).sum(Call::seconds)}. */
  public <G extends Comparable<? super G>> Groups<R, G> groupBy(Field<R, G> field) {
    return new Groups<>(spec, reads, component(field));
  }

  /** How {@link #page} would be executed, and where its pages end. */
  public Explanation explainPages() throws IOException {
    return reads.explainPages(spec);
  }

  /** How {@link #count} would be executed, as {@link #explain} tells of the records. */
  public Explanation explainCount() throws IOException {
    return reads.explainCount(spec);
  }

  /** How {@link #min} would be executed: of which record, or of all. */
  public Explanation explainMin(Field<R, ? extends Comparable<?>> field) throws IOException {
    return reads.explainExtreme(spec, component(field), QuerySettings.Order.LEAST_FIRST);
  }

  /** How {@link #max} would be executed: of which record, or of all. */
  public Explanation explainMax(Field<R, ? extends Comparable<?>> field) throws IOException {
    return reads.explainExtreme(spec, component(field), QuerySettings.Order.GREATEST_FIRST);
  }

  /** How {@link #sum}, {@link #sumDecimal} and {@link #average} would be executed. */
  public Explanation explainSum(Field<R, ? extends Number> field) throws IOException {
    return reads.explainValues(spec, Set.of(component(field)));
  }

  /**
   * The first page of them. {@link Page} says what pages have of records that move meanwhile.
   *
   * @param size at least 1
   */
  public Page<R> page(int size) throws IOException {
    return reads.page(spec, size);
  }

  /**
   * The page after an earlier page of the same read.
   *
   * @param token of that page
   * @throws IllegalArgumentException when it is of another read, or none
   */
  public Page<R> page(int size, String token) throws IOException {
    return reads.page(spec, size, token);
  }
}
