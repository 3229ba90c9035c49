package io.rowandb.schema.pattern;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.field.RecordShape;
import io.rowandb.schema.key.Condition;
import io.rowandb.schema.key.Digest;
import io.rowandb.schema.key.Direction;
import io.rowandb.schema.key.KeyRange;
import io.rowandb.schema.key.KeyReader;
import io.rowandb.schema.key.KeySelection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * How a read is done: on which way, in which order, and what is checked of each record. Immutable.
 */
final class QueryPlan<R> {
  // Fixed at construction.
  private final RecordTable<R> table;
  private final QuerySettings<R> settings;
  private final AccessPath<R> path;
  private final boolean merged;
  private final boolean reversed;

  /** Conditions that the rows do not fulfil by themselves. */
  private final Map<Component, Condition> unserved;

  private final Conditions.AnyOf any;

  private QueryPlan(RecordTable<R> table, Query<R> query, AccessPath<R> path) {
    this.table = table;
    this.path = path;
    settings = query.settings();
    KeySelection selection = path.selection();
    boolean ordered = settings.order() != QuerySettings.Order.KEY;
    boolean spread = selection.salted() && !selection.isPoints();
    merged = selection.ranges().size() > 1 && (ordered || spread);
    reversed =
        ordered
            && (settings.order() == QuerySettings.Order.GREATEST_FIRST)
                == (selection.direction() == Direction.ASCENDING);
    unserved = new TreeMap<>(Comparator.comparing(Component::index));
    query
        .conditions()
        .fields()
        .forEach(
            (component, condition) -> {
              if (!path.serves(component)) {
                unserved.put(component, condition);
              }
            });
    any = query.conditions().any();
  }

  /**
   * Of a read.
   *
   * @throws UnservedReadException when all rows would be read, and nobody allowed it
   * @throws IllegalArgumentException when a rule of the table's reads is broken
   */
  static <R> QueryPlan<R> of(RecordTable<R> table, Query<R> query) {
    table.design().rules().check(query.conditions().asked());
    AccessPath<R> path = path(table, query);
    if (query.settings().copied()) {
      IndexedRecords.checkCopied(table.design(), path.index(), query.conditions());
    }
    return new QueryPlan<>(table, query, path);
  }

  private static <R> AccessPath<R> path(RecordTable<R> table, Query<R> query) {
    Set<String> unbuilt = table.states().unbuilt();
    try {
      return AccessPath.choose(table.design(), query.conditions(), query.settings(), unbuilt);
    } catch (UnservedReadException | IllegalArgumentException e) {
      Set<String> now = table.states().unbuiltNow();
      if (now.equals(unbuilt)) {
        throw e;
      }
      return AccessPath.choose(table.design(), query.conditions(), query.settings(), now);
    }
  }

  /** As {@link #of}, also of a read that would be refused: by the row key then. */
  static <R> QueryPlan<R> unchecked(RecordTable<R> table, Query<R> query) {
    try {
      return of(table, query);
    } catch (UnservedReadException | IllegalArgumentException e) {
      return new QueryPlan<>(
          table,
          query,
          new AccessPath<>(null, table.design().key().select(query.conditions().fields())));
    }
  }

  /** Of all records by the row key, whatever the rules. */
  static <R> QueryPlan<R> ofAll(RecordTable<R> table) {
    Query<R> all = table.all().allowFullScan();
    return new QueryPlan<>(
        table, all, new AccessPath<>(null, table.design().key().select(Map.of())));
  }

  AccessPath<R> path() {
    return path;
  }

  RecordTable<R> table() {
    return table;
  }

  QuerySettings<R> settings() {
    return settings;
  }

  boolean isMerged() {
    return merged;
  }

  boolean isReversed() {
    return reversed;
  }

  Map<Component, Condition> unserved() {
    return unserved;
  }

  /** The condition on any of several fields, which is always checked; or null. */
  Conditions.AnyOf any() {
    return any;
  }

  /** Whether the records of all rows are the answer, none of them to be passed over. */
  boolean isExact() {
    return unserved.isEmpty() && any == null && settings.filter() == null && path.index() == null;
  }

  /** The rows that are read: of records, or of the entries of an index. */
  RowRead rows() {
    boolean byKey = path.index() == null;
    return new RowRead(
        byKey ? table.design().familyNames() : List.of(path.index().family().getName()),
        byKey ? table.design().versions() : 1,
        path.selection(),
        merged,
        settings.order() != QuerySettings.Order.KEY,
        reversed,
        settings.asOfMillis(),
        isExact() ? settings.limit() : QuerySettings.ALL);
  }

  /** The table that has these rows. */
  Table tableOfRows() {
    return path.index() == null ? table.table() : table.keeper().table(path.index());
  }

  /** The records behind a position, read as they are taken. */
  Stream<Found<R>> stream(Position after) throws IOException {
    RowRead read = rows();
    RowSource rows = read.open(tableOfRows(), after);
    Iterator<Found<R>> records =
        path.index() == null
            ? byKey(rows)
            : new IndexedRecords<>(table, path, rows, settings.copied());
    Stream<Found<R>> found = EndsByFailure.stream(records, wanted(), rows::close);
    return settings.limit() == QuerySettings.ALL ? found : found.limit(settings.limit());
  }

  private Iterator<Found<R>> byKey(RowSource rows) {
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return rows.hasNext();
      }

      @Override
      public Found<R> next() {
        ScannedRow row = rows.next();
        try {
          return Found.of(table.read(row.result(), settings.asOfMillis()), row);
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    };
  }

  /** Whether what was found is asked for, beside what its row says; and for the first time. */
  Predicate<Found<R>> wanted() {
    Predicate<Found<R>> holds = each -> holds(each.record());
    return path.index() == null ? holds : new FirstEntry<R>(path.index(), rows()).and(holds);
  }

  private boolean holds(R record) {
    RecordShape<R> shape = table.design().shape();
    for (Map.Entry<Component, Condition> each : unserved.entrySet()) {
      if (!each.getValue().holds(shape.get(record, each.getKey()))) {
        return false;
      }
    }
    return (any == null || any.holds(shape, record))
        && (settings.filter() == null || settings.filter().test(record));
  }

  Page<R> page(int size, Position after) throws IOException {
    checkPage(size);
    try (Stream<Found<R>> records = stream(after)) {
      return page(size, records.limit(ofPage(size)).toList());
    }
  }

  /**
   * Where a page of this read ended.
   *
   * @throws IllegalArgumentException when the token is of another read, or none
   */
  Position position(String token) {
    List<KeyRange> ranges =
        path.selection().ranges().stream().map(KeySelection.Selected::keys).toList();
    return Position.ofToken(token, fingerprint(), ranges);
  }

  /** How many a page looks for: one more tells whether it is the last. */
  static long ofPage(int size) {
    return size + 1L;
  }

  void checkPage(int size) {
    if (size < 1 || settings.limit() != QuerySettings.ALL) {
      throw new IllegalArgumentException(
          "a page has at least 1 record, and no limit beside its size: size "
              + size
              + ", limit "
              + settings.limit());
    }
  }

  Page<R> page(int size, List<Found<R>> found) {
    List<Found<R>> page = found.subList(0, Math.min(size, found.size()));
    Optional<String> next =
        found.size() <= size
            ? Optional.empty()
            : Optional.of(
                new Position(page.get(size - 1).range(), page.get(size - 1).row())
                    .toToken(fingerprint()));
    return new Page<>(page.stream().map(Found::record).toList(), next);
  }

  /** The same for the same read of the same design, in every process. */
  private long fingerprint() {
    List<String> read = new ArrayList<>();
    read.add(table.design().name().getNameAsString());
    read.add(table.design().key().toString());
    read.add(settings.order().name());
    read.add(String.valueOf(settings.asOfMillis()));
    read.add(path.index() == null ? "" : path.index().describe());
    read.add(settings.copied() ? "copied" : "");
    path.selection().ranges().forEach(range -> read.add(range.keys().toString()));
    unserved.forEach((component, condition) -> read.add(component.name() + text(condition)));
    if (any != null) {
      any.fields().forEach(field -> read.add(field.name()));
      read.add(text(any.condition()));
    }
    byte[] bytes = Bytes.toBytes(String.join("\n", read));
    return new KeyReader(Digest.md5(Long.BYTES).of(bytes)).readBigEndian(Long.BYTES);
  }

  private static String text(Condition condition) {
    if (condition instanceof Condition.Equal equal) {
      return "=" + text(equal.value());
    }
    if (condition instanceof Condition.OneOf oneOf) {
      return oneOf.values().stream().map(QueryPlan::text).toList().toString();
    }
    if (condition instanceof Condition.StartsWith starts) {
      return "^" + text(starts.prefix());
    }
    if (condition instanceof Condition.OfDomain of) {
      return "@" + of.domain();
    }
    Condition.Between between = (Condition.Between) condition;
    return text(between.from()) + ".." + text(between.to());
  }

  static String text(Object value) {
    return value instanceof byte[] bytes ? Bytes.toStringBinary(bytes) : String.valueOf(value);
  }
}
