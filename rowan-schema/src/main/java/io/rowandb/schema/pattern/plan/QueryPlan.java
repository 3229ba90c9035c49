package io.rowandb.schema.pattern.plan;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.field.RecordShape;
import io.rowandb.schema.key.Condition;
import io.rowandb.schema.key.Digest;
import io.rowandb.schema.key.Direction;
import io.rowandb.schema.key.KeyRange;
import io.rowandb.schema.key.KeyReader;
import io.rowandb.schema.key.KeySelection;
import io.rowandb.schema.pattern.rows.Found;
import io.rowandb.schema.pattern.rows.MergedRows;
import io.rowandb.schema.pattern.rows.PageToken;
import io.rowandb.schema.pattern.rows.RecentRows;
import io.rowandb.schema.pattern.rows.RowOrder;
import io.rowandb.schema.pattern.rows.RowRead;
import io.rowandb.schema.pattern.rows.Stretch;
import io.rowandb.schema.table.FieldCells;
import io.rowandb.schema.table.IndexDesign;
import io.rowandb.schema.table.TableDesign;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.util.Bytes;

/** How a read is executed: the access path, the order, and the checks of each record. Immutable. */
public final class QueryPlan<R> {
  /** Some kilobytes. With fewer, stale entries before the first that counts would cost calls. */
  private static final long LEAST_ENTRIES_AT_ONCE = 100;

  // Fixed at construction.
  private final TableDesign<R> design;
  private final QuerySettings<R> settings;
  private final AccessPath<R> path;
  private final boolean merged;
  private final boolean reversed;

  /** Conditions that the rows do not fulfil by themselves. */
  private final Map<Component, Condition> unserved;

  private final Conditions.AnyOf any;

  /** Of a read that goes one way. */
  public QueryPlan(QuerySpec<R> read, AccessPath<R> path) {
    this.path = path;
    design = read.design();
    settings = read.settings();
    KeySelection selection = path.selection();
    boolean ordered = settings.order() != QuerySettings.Order.KEY;
    boolean spread = selection.salted() && !selection.isPoints();
    merged = selection.ranges().size() > 1 && (ordered || spread);
    reversed =
        ordered
            && (settings.order() == QuerySettings.Order.GREATEST_FIRST)
                == (selection.direction() == Direction.ASCENDING);
    unserved = new TreeMap<>(Comparator.comparing(Component::index));
    read.conditions()
        .fields()
        .forEach(
            (component, condition) -> {
              if (!path.serves(component)) {
                unserved.put(component, condition);
              }
            });
    any = read.conditions().any();
  }

  /** Of all records by the row key, whatever the rules. */
  public static <R> QueryPlan<R> ofAll(TableDesign<R> design) {
    QuerySpec<R> all = QuerySpec.all(design);
    return new QueryPlan<>(
        all.with(all.settings().withFullScan()), AccessPath.byKey(design, all.conditions()));
  }

  public AccessPath<R> path() {
    return path;
  }

  public TableDesign<R> design() {
    return design;
  }

  public QuerySettings<R> settings() {
    return settings;
  }

  public boolean isMerged() {
    return merged;
  }

  public boolean isReversed() {
    return reversed;
  }

  public Map<Component, Condition> unserved() {
    return unserved;
  }

  /** The condition on any of several fields, which is always checked; or null. */
  public Conditions.AnyOf any() {
    return any;
  }

  /** Whether it can be carried out: its ranges are few enough to be merged, if they are to be. */
  public boolean mayBeMerged() {
    return !merged || MergedRows.takes(path.selection());
  }

  /** Whether the records of all rows are the answer, none of them to be passed over. */
  public boolean isExact() {
    return isUnchecked() && path.index() == null && settings.endsAtMalformed();
  }

  /**
   * Whether all rows that have records are the answer: all but malformed ones that are skipped, and
   * entries that are stale.
   */
  public boolean isUnchecked() {
    return unserved.isEmpty() && any == null && settings.filter() == null;
  }

  /**
   * Whether no more rows need be read than records are asked for: a row with marks may have its
   * mark alone, where a writer died or its columns have expired.
   */
  public boolean mayStopByRows() {
    return isExact() && !design.isMarked();
  }

  /** The rows that are read: of records, or of the entries of an index. */
  public RowRead rows() {
    boolean byKey = path.index() == null;
    return new RowRead(
        byKey ? design.familyNames() : List.of(path.index().family().getName()),
        byKey ? design.versions() : 1,
        /* cells= */ Optional.empty(),
        path.selection(),
        merged,
        settings.order() != QuerySettings.Order.KEY,
        reversed,
        settings.asOfMillis(),
        rowsAtOnce(),
        mayStopByRows());
  }

  /** The same rows of records, of which these cells are read. */
  public RowRead rows(FieldCells<R> cells) {
    return rows().with(cells.versions(), cells::filter);
  }

  private long rowsAtOnce() {
    if (!isUnchecked()) {
      return QuerySettings.ALL;
    }
    return path.index() == null
        ? settings.limit()
        : Math.max(settings.limit(), LEAST_ENTRIES_AT_ONCE);
  }

  /**
   * The cells that are enough for some fields and the conditions; empty when records are needed: of
   * an index, whose entries are compared with them, for the filter of a program, and for details.
   */
  public Optional<FieldCells<R>> cells(Set<Component> fields) {
    return path.index() != null || settings.filter() != null
        ? Optional.empty()
        : design.cellsOf(needed(fields));
  }

  /**
   * Whether the entries of its index are enough for some fields and the conditions: where they have
   * copies, no record is looked up. Not of an index for any of several fields, whose entries do not
   * say which of these has the value. Of a unique one only when the read asks for its copies: they
   * do not show that a program without them has written the record since.
   */
  public boolean isInCopies(Set<Component> fields) {
    IndexDesign<R> index = path.index();
    return index != null
        && index.hasCopies()
        && (settings.copied() || !index.isUnique())
        && index.alternatives().isEmpty()
        && settings.filter() == null
        && path.inEntries(design).containsAll(needed(fields));
  }

  private Set<Component> needed(Set<Component> fields) {
    Set<Component> needed = new HashSet<>(fields);
    needed.addAll(unserved.keySet());
    if (any != null) {
      needed.addAll(any.fields());
    }
    return needed;
  }

  /**
   * Whether what was found is asked for, beside what its row says; and for the first time. Used
   * once, by one thread at a time.
   */
  public Predicate<Found<R>> wanted() {
    Predicate<Found<R>> holds = each -> holds(each.record());
    return path.index() == null
        ? holds
        : this.<R>notSeen().and(new FirstEntry<R>(path.index(), rows())).and(holds);
  }

  /** The same of values of fields that {@link #cells} or {@link #isInCopies} tell. */
  public Predicate<Found<Object[]>> wantedValues() {
    Predicate<Found<Object[]>> holds = each -> holds(field -> each.record()[field.index()]);
    return path.index() == null ? holds : this.<Object[]>notSeen().and(holds);
  }

  /**
   * Passes over records that may have more than one entry in the ranges, or had one after another.
   */
  private <V> Predicate<Found<V>> notSeen() {
    if (path.index().alternatives().isEmpty() && isOfOneValue()) {
      return each -> true;
    }
    RecentRows seen = new RecentRows(GivenOnce.USUAL_BYTES);
    return each -> seen.add(each.ownRow());
  }

  /**
   * Whether all entries have the same fields, so that none is of a record that had another when it
   * was found, and was changed since.
   */
  private boolean isOfOneValue() {
    return path.selection().ranges().size() <= 1 && isOfEqualEntries();
  }

  /** Whether the entries of each range have the same fields. */
  private boolean isOfEqualEntries() {
    KeySelection selection = path.selection();
    return selection.next() == null
        && selection.used().containsAll(path.index().key().components());
  }

  private boolean holds(R record) {
    RecordShape<R> shape = design.shape();
    return holds(field -> shape.get(record, field))
        && (settings.filter() == null || settings.filter().test(record));
  }

  /** Whether the conditions hold that the rows do not fulfil by themselves. */
  private boolean holds(Function<Component, Object> values) {
    for (Map.Entry<Component, Condition> each : unserved.entrySet()) {
      if (!each.getValue().holds(values.apply(each.getKey()))) {
        return false;
      }
    }
    return any == null || any.holds(values);
  }

  /** Whether a change of a record may move it ahead in its range, where it is found again. */
  public boolean mayMove() {
    return path.index() != null && !path.selection().isPoints() && !isOfEqualEntries();
  }

  /**
   * What a page of this read has left.
   *
   * @throws IllegalArgumentException when the token is of another read, or none
   */
  public Stretch stretch(String token) {
    List<KeyRange> ranges =
        path.selection().ranges().stream().map(KeySelection.Selected::keys).toList();
    Stretch left = PageToken.read(token, fingerprint(), ranges);
    if (left.end().isPresent() && !mayEnd(left.after().range(), left.end().get().range())) {
      throw PageToken.refused(token);
    }
    return left;
  }

  private boolean mayEnd(int range, int rangeOfEnd) {
    return mayMove() && new RowOrder(rows()).together(range, rangeOfEnd);
  }

  /** What the rest of this read is asked for with. */
  public String token(Stretch left) {
    return PageToken.of(left, fingerprint());
  }

  /** How many a page looks for: one more tells whether it is the last. */
  public static long ofPage(int size) {
    return size + 1L;
  }

  /**
   * Refuses pages of a size that there is none of, and of a read with a limit.
   *
   * @throws IllegalArgumentException naming both
   */
  public void checkPage(int size) {
    if (size < 1 || settings.limit() != QuerySettings.ALL) {
      throw new IllegalArgumentException(
          "a page has at least 1 record, and no limit beside its size: size "
              + size
              + ", limit "
              + settings.limit());
    }
  }

  /** The same for the same read of the same design, in every process. */
  private long fingerprint() {
    List<String> read = new ArrayList<>();
    read.add(design.name().getNameAsString());
    read.add(design.key().toString());
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

  /** A value, for people. */
  public static String text(Object value) {
    return value instanceof byte[] bytes ? Bytes.toStringBinary(bytes) : String.valueOf(value);
  }
}
