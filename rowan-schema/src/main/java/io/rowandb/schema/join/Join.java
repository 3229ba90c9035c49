package io.rowandb.schema.join;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.field.Field;
import io.rowandb.schema.field.Given;
import io.rowandb.schema.pattern.EndsByFailure;
import io.rowandb.schema.pattern.RecordQuery;
import io.rowandb.schema.pattern.RecordTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * The records of a left read, each with the right records whose fields are equal to its own.
 *
 * <pre>{@code
 * Join<Tweet, User> join =
 *     Join.of(tweets.where(Tweet::topic).is("hbase"), users).on(Tweet::user).is(User::name);
 * System.out.println(join.explain());
 * try (Stream<JoinedPair<Tweet, User>> pairs = join.stream()) { ... }
 * }</pre>
 *
 * <p>{@link #lookup} and {@link #hash} give the same pairs, in different orders. Null is equal to
 * nothing. Close each stream; it then closes what it opened. Failures while it is read are {@link
 * UncheckedIOException}s.
 *
 * <p>Immutable, but only the thread of its tables may read it.
 *
 * @param <L> the left record
 * @param <R> the right record
 */
public final class Join<L, R> {
  private static final int MAX_BATCH_ROWS = 2_000;

  // Fixed at construction.
  private final Source<L> left;
  private final RecordTable<R> right;
  private final JoinFields<L, R> fields;
  private final JoinSettings settings;

  private Join(
      Source<L> left, RecordTable<R> right, JoinFields<L, R> fields, JoinSettings settings) {
    this.left = left;
    this.right = right;
    this.fields = fields;
    this.settings = settings;
  }

  /** Left records, as often as they are wanted. */
  private interface Source<L> {
    Stream<L> stream() throws IOException;
  }

  /** Begins a join; {@link #on} declares its fields. */
  public static <L, R> Join<L, R> of(RecordQuery<L> left, RecordTable<R> right) {
    return from(left::stream, right);
  }

  /**
   * Begins a join of records that are in memory already, as an answer that is put together from
   * several reads.
   */
  public static <L, R> Join<L, R> of(List<L> left, RecordTable<R> right) {
    List<L> records = List.copyOf(left);
    return from(records::stream, right);
  }

  private static <L, R> Join<L, R> from(Source<L> left, RecordTable<R> right) {
    return new Join<>(
        left, right, new JoinFields<>(right.design(), List.of()), JoinSettings.usual());
  }

  private Join<L, R> with(JoinSettings newSettings) {
    return new Join<>(left, right, fields, newSettings);
  }

  /**
   * A left field, which must be equal to the right one that is named next: {@code
   * on(Tweet::user).is(User::name)}. Several pairs are declared one after the other.
   */
  public <T> JoinField<L, R, T> on(Field<L, T> leftField) {
    return new JoinField<>(this, Given.notNull(leftField, "the left field of a join"));
  }

  Join<L, R> with(Field<L, ?> leftField, Field<R, ?> rightField) {
    return new Join<>(left, right, fields.and(leftField, rightField), settings);
  }

  /** Keeps left records without a partner; their pairs have no right record. */
  public Join<L, R> leftOuter() {
    return with(settings.withOuter());
  }

  /**
   * How many rows a lookup join gets in a call.
   *
   * @param rows from 1 to 2000; else 200
   */
  public Join<L, R> batch(int rows) {
    if (rows < 1 || rows > MAX_BATCH_ROWS) {
      throw new IllegalArgumentException(
          "a batch is of 1 to " + MAX_BATCH_ROWS + " rows, not " + rows);
    }
    return with(settings.withBatchRows(rows));
  }

  /**
   * How many rows of its smaller side a hash join may keep in memory.
   *
   * @param rows at least 1; else 100,000
   */
  public Join<L, R> mapAtMost(long rows) {
    if (rows < 1) {
      throw new IllegalArgumentException("a map has room for at least 1 row, not " + rows);
    }
    return with(settings.withMaxRows(rows));
  }

  /**
   * How many rows of a side {@link #explain} counts before it says "more than", and how many of the
   * right side {@link #stream} reads at most to choose a join.
   *
   * @param rows at least 1; else 10,000
   */
  public Join<L, R> countUpTo(long rows) {
    if (rows < 1) {
      throw new IllegalArgumentException("at least 1 row is counted, not " + rows);
    }
    return with(settings.withCountedRows(rows));
  }

  /**
   * About how many rows the sides have, so that {@link #explain} need not count.
   *
   * @throws IllegalArgumentException when one is negative
   */
  public Join<L, R> sizes(long leftRows, long rightRows) {
    return with(settings.withSizes(SideRows.ofCaller(leftRows), SideRows.ofCaller(rightRows)));
  }

  /**
   * Gets the right record of each left one by its key, many in a call, in the order of the left
   * read.
   *
   * @throws IllegalArgumentException when the joined fields do not make up the right key
   */
  public Stream<JoinedPair<L, R>> lookup() throws IOException {
    String refusal = noLookup();
    if (refusal != null) {
      throw new IllegalArgumentException(refusal);
    }
    Stream<L> records = left.stream();
    return EndsByFailure.stream(
        new LookupPairs<>(
            records.iterator(), right, fields, settings.outer(), settings.batchRows()),
        records::close);
  }

  /**
   * Reads both sides completely and keeps the smaller one in memory. The order is that of the
   * larger one.
   *
   * @throws IllegalArgumentException when the design of the right table requires conditions for its
   *     reads ({@code required})
   * @return a stream that throws {@link SideTooLargeException} when both have more rows than may be
   *     kept
   */
  public Stream<JoinedPair<L, R>> hash() throws IOException {
    checkFields();
    checkHash();
    Stream<L> leftRecords = left.stream();
    Stream<R> rightRecords;
    try {
      rightRecords = right.all().allowFullScan().stream();
    } catch (IOException | RuntimeException | Error e) {
      leftRecords.close();
      throw e;
    }
    return EndsByFailure.stream(
        new HashPairs<>(
            leftRecords.iterator(),
            rightRecords.iterator(),
            fields,
            settings.outer(),
            settings.maxRows()),
        () -> {
          try {
            leftRecords.close();
          } finally {
            rightRecords.close();
          }
        });
  }

  /**
   * The pairs, by the cheaper join. Nothing is read only for counting if the fields allow only a
   * hash join, if the right table allows only a lookup join since its reads must have conditions,
   * or if {@link #sizes} were given. Otherwise it first reads left records, up to a tenth of {@link
   * #countUpTo}, and ten right ones for each of them: if that is the whole right side, and {@link
   * #mapAtMost} allows it, it makes a hash join, otherwise a lookup join. Left records are not read
   * twice.
   */
  public Stream<JoinedPair<L, R>> stream() throws IOException {
    if (noLookup() != null) {
      return hash();
    }
    if (noHash() != null) {
      return lookup();
    }
    if (settings.left() != null) {
      return explain().cheaper() == JoinPlan.Kind.LOOKUP ? lookup() : hash();
    }
    Stream<L> records = left.stream();
    try {
      return EndsByFailure.stream(chosen(records.iterator()), records::close);
    } catch (IOException | RuntimeException | Error e) {
      records.close();
      throw e;
    }
  }

  private Iterator<JoinedPair<L, R>> chosen(Iterator<L> records) throws IOException {
    long most = Math.max(1, settings.countedRows() / JoinCost.SCANNED_ROWS_OF_A_GET);
    List<L> begun = new ArrayList<>();
    while (begun.size() < most && records.hasNext()) {
      begun.add(records.next());
    }
    Iterator<L> all = Stream.concat(begun.stream(), pairs(records)).iterator();
    List<R> partners = noMoreThan(begun.size() * JoinCost.SCANNED_ROWS_OF_A_GET);
    return partners == null
        ? new LookupPairs<>(all, right, fields, settings.outer(), settings.batchRows())
        : new HashPairs<>(all, partners.iterator(), fields, settings.outer(), settings.maxRows());
  }

  /** The right side if it is small; otherwise null, when one record more than that was read. */
  private List<R> noMoreThan(long rows) throws IOException {
    long most = Math.min(Math.min(rows, settings.countedRows()), settings.maxRows());
    if (most == 0) {
      return null; // no left record, so none is looked up
    }
    List<R> some = right.all().limit(most + 1).list();
    return some.size() > most ? null : some;
  }

  private static <T> Stream<T> pairs(Iterator<T> pairs) {
    return StreamSupport.stream(
        Spliterators.spliteratorUnknownSize(pairs, Spliterator.ORDERED | Spliterator.NONNULL),
        /* parallel= */ false);
  }

  private void checkFields() {
    if (fields.pairs().isEmpty()) {
      throw new IllegalArgumentException(
          "a join with " + right.design().name() + " has no fields: say which with on");
    }
  }

  /** Why there is no lookup join; null when there is. */
  private String noLookup() {
    checkFields();
    if (fields.determineRow()) {
      return null;
    }
    return "a lookup join needs the whole key of "
        + right.design().name()
        + ", and nothing is joined with "
        + names(fields.missingInKey());
  }

  private void checkHash() {
    String refusal = noHash();
    if (refusal != null) {
      throw new IllegalArgumentException(refusal);
    }
  }

  /** Why there is no hash join; null when there is. */
  private String noHash() {
    Set<Component> required = right.design().rules().required();
    if (required.isEmpty()) {
      return null;
    }
    return "a hash join reads the whole of "
        + right.design().name()
        + ", and each read of it must have a condition on "
        + names(required);
  }

  private static String names(Set<Component> fields) {
    return fields.stream().map(Component::name).sorted().collect(Collectors.joining(", "));
  }

  /**
   * Which join is cheaper and why, as figures. Sizes that were not given are counted, by reading up
   * to {@link #countUpTo} rows of each side; but a right table whose reads must have conditions is
   * not read.
   *
   * @throws IllegalArgumentException when neither join is possible
   */
  public JoinPlan explain() throws IOException {
    String noLookup = noLookup();
    if (noLookup != null) {
      checkHash();
    }
    SideRows leftRows = settings.left() == null ? count(left) : settings.left();
    if (noHash() != null) {
      return JoinPlan.ofLookup(leftRows, settings.batchRows(), noHash());
    }
    return JoinPlan.of(
        leftRows,
        settings.right() == null ? count(right.all().allowFullScan()::stream) : settings.right(),
        settings.batchRows(),
        settings.maxRows(),
        noLookup);
  }

  private <T> SideRows count(Source<T> side) throws IOException {
    try (Stream<T> records = side.stream()) {
      Iterator<T> each = records.iterator();
      long rows = 0;
      while (rows < settings.countedRows() && each.hasNext()) {
        each.next();
        rows++;
      }
      return new SideRows(rows, each.hasNext(), /* given= */ false);
    }
  }

  @Override
  public String toString() {
    return "join with " + right.design().name() + " " + fields.describe();
  }
}
