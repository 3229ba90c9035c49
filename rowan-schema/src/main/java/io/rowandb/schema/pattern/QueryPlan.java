package io.rowandb.schema.pattern;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.field.RecordShape;
import io.rowandb.schema.key.Condition;
import io.rowandb.schema.key.Digest;
import io.rowandb.schema.key.Direction;
import io.rowandb.schema.key.KeyReader;
import io.rowandb.schema.key.KeySelection;
import io.rowandb.schema.key.KeyWriter;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * How a read is done: which ranges of rows, in which order, and what is checked of each record.
 * Immutable.
 */
final class QueryPlan<R> {
  // Fixed at construction.
  private final RecordTable<R> table;
  private final QuerySettings<R> settings;
  private final KeySelection selection;
  private final boolean merged;
  private final boolean reversed;

  /** Conditions that the ranges do not fulfil by themselves. */
  private final Map<Component, Condition> unserved;

  private QueryPlan(RecordTable<R> table, Query<R> query, KeySelection selection) {
    this.table = table;
    this.selection = selection;
    settings = query.settings();
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
        .forEach(
            (component, condition) -> {
              if (!selection.served().contains(component)) {
                unserved.put(component, condition);
              }
            });
  }

  static <R> QueryPlan<R> of(RecordTable<R> table, Query<R> query) {
    KeySelection selection = table.design().key().select(query.conditions());
    if (selection.whole() && !query.settings().fullScan()) {
      throw new UnservedReadException(unserved(table, query));
    }
    checkOrder(table, query, selection);
    return new QueryPlan<>(table, query, selection);
  }

  /** As {@link #of}, also of a read that would be refused. */
  static <R> QueryPlan<R> unchecked(RecordTable<R> table, Query<R> query) {
    return new QueryPlan<>(table, query, table.design().key().select(query.conditions()));
  }

  private static <R> String unserved(RecordTable<R> table, Query<R> query) {
    String asked =
        query.conditions().isEmpty()
            ? "there is no condition"
            : "the conditions are on "
                + query.conditions().keySet().stream()
                    .map(Component::name)
                    .sorted()
                    .collect(Collectors.joining(", "));
    return "all rows of "
        + table.design().name()
        + " would be read: its key is "
        + table.design().key()
        + ", and "
        + asked
        + ". Give values of the fields that the key begins with, declare an index, or"
        + " allowFullScan()";
  }

  private static <R> void checkOrder(RecordTable<R> table, Query<R> query, KeySelection selection) {
    boolean oneRow = selection.ranges().size() <= 1 && selection.isPoints();
    if (query.settings().order() == QuerySettings.Order.KEY || oneRow) {
      return;
    }
    if (selection.next() == null || selection.direction() == Direction.OTHER) {
      throw new IllegalArgumentException(
          "the rows of "
              + table.design().name()
              + " that this reads are not sorted by a field, so none is first: the key is "
              + table.design().key());
    }
  }

  RecordTable<R> table() {
    return table;
  }

  boolean isMerged() {
    return merged;
  }

  boolean isReversed() {
    return reversed;
  }

  KeySelection selection() {
    return selection;
  }

  QuerySettings<R> settings() {
    return settings;
  }

  Map<Component, Condition> unserved() {
    return unserved;
  }

  /** Whether HBase's rows are the answer, none of them to be passed over. */
  boolean isExact() {
    return unserved.isEmpty() && settings.filter() == null;
  }

  /** The records behind a position, read as they are taken. */
  Stream<Found<R>> stream(Position after) throws IOException {
    FoundIterator<R> rows = merged ? MergedRows.open(this, after) : new RowsInTurn<>(this, after);
    Stream<Found<R>> found =
        StreamSupport.stream(
                Spliterators.spliteratorUnknownSize(
                    rows, Spliterator.ORDERED | Spliterator.NONNULL),
                /* parallel= */ false)
            .onClose(rows::close)
            .filter(each -> holds(each.record()));
    return settings.limit() == QuerySettings.ALL ? found : found.limit(settings.limit());
  }

  /** Whether a record is as asked for, beside what its row says. */
  boolean holds(R record) {
    RecordShape<R> shape = table.design().shape();
    for (Map.Entry<Component, Condition> each : unserved.entrySet()) {
      if (!each.getValue().holds(shape.get(record, each.getKey()))) {
        return false;
      }
    }
    return settings.filter() == null || settings.filter().test(record);
  }

  Page<R> page(int size, Position after) throws IOException {
    checkPage(size);
    try (Stream<Found<R>> records = stream(after)) {
      return page(size, records.limit(ofPage(size)).toList());
    }
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
  long fingerprint() {
    KeyWriter text = new KeyWriter();
    text.write(Bytes.toBytes(table.design().name().getNameAsString()));
    text.write(Bytes.toBytes(settings.order().name()));
    text.writeBigEndian(settings.asOfMillis(), Long.BYTES);
    for (KeySelection.Selected range : selection.ranges()) {
      text.write(Bytes.toBytes(range.keys().toString()));
    }
    unserved.forEach(
        (component, condition) -> text.write(Bytes.toBytes(component.name() + text(condition))));
    return new KeyReader(Digest.md5(Long.BYTES).of(text.toByteArray())).readBigEndian(Long.BYTES);
  }

  private static String text(Condition condition) {
    if (condition instanceof Condition.Equal equal) {
      return "=" + text(equal.value());
    }
    if (condition instanceof Condition.OneOf oneOf) {
      return oneOf.values().stream().map(QueryPlan::text).toList().toString();
    }
    Condition.Between between = (Condition.Between) condition;
    return text(between.from()) + ".." + text(between.to());
  }

  static String text(Object value) {
    return value instanceof byte[] bytes ? Bytes.toStringBinary(bytes) : String.valueOf(value);
  }
}
