package io.rowandb.testkit.oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.ByteArrayComparable;
import org.apache.hadoop.hbase.filter.ColumnCountGetFilter;
import org.apache.hadoop.hbase.filter.ColumnPaginationFilter;
import org.apache.hadoop.hbase.filter.ColumnPrefixFilter;
import org.apache.hadoop.hbase.filter.ColumnRangeFilter;
import org.apache.hadoop.hbase.filter.ColumnValueFilter;
import org.apache.hadoop.hbase.filter.DependentColumnFilter;
import org.apache.hadoop.hbase.filter.FamilyFilter;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.filter.FirstKeyValueMatchingQualifiersFilter;
import org.apache.hadoop.hbase.filter.FuzzyRowFilter;
import org.apache.hadoop.hbase.filter.InclusiveStopFilter;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.apache.hadoop.hbase.filter.MultiRowRangeFilter;
import org.apache.hadoop.hbase.filter.MultipleColumnPrefixFilter;
import org.apache.hadoop.hbase.filter.PageFilter;
import org.apache.hadoop.hbase.filter.PrefixFilter;
import org.apache.hadoop.hbase.filter.QualifierFilter;
import org.apache.hadoop.hbase.filter.RandomRowFilter;
import org.apache.hadoop.hbase.filter.RowFilter;
import org.apache.hadoop.hbase.filter.SingleColumnValueExcludeFilter;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.filter.SkipFilter;
import org.apache.hadoop.hbase.filter.TimestampsFilter;
import org.apache.hadoop.hbase.filter.ValueFilter;
import org.apache.hadoop.hbase.filter.WhileMatchFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.Pair;

/** Random filters over the small world of {@link World}. */
final class FilterGenerator {
  private static final int DEEPEST_LIST = 2;

  private static final int FIRST_KEY_ONLY = 9;

  /** Kinds that count rows, end a scan, or tell from one row which is the next. */
  private static final Set<Integer> REMEMBERING = Set.of(5, 6, 15, 17, 18, 25);

  private final RandomGenerator random;
  private final World world;
  private final ComparatorGenerator comparators;
  private boolean mayEndAtRow;
  private boolean mayRemember;

  FilterGenerator(World world) {
    this.random = world.random();
    this.world = world;
    this.comparators = new ComparatorGenerator(world);
  }

  /**
   * A filter.
   *
   * @param mayEndAtRow whether the key of a row may end the scan
   */
  Filter next(boolean reversed, boolean mayEndAtRow) {
    this.mayEndAtRow = mayEndAtRow;
    this.mayRemember = true;
    return next(reversed, 0);
  }

  /** A filter for several rows, which may be in several regions. */
  Filter ofScan(boolean reversed, boolean mayEndAtRow) {
    this.mayEndAtRow = mayEndAtRow;
    this.mayRemember = !world.splits();
    return next(reversed, 0);
  }

  private Filter next(boolean reversed, int depth) {
    int kinds = depth < DEEPEST_LIST ? 32 : 25;
    int kind = random.nextInt(kinds);
    return switch (!mayRemember && REMEMBERING.contains(kind) ? FIRST_KEY_ONLY : kind) {
      case 0 -> new ValueFilter(anyOperator(), comparators.ofValue());
      case 1 -> new QualifierFilter(anyOperator(), comparators.next(world.qualifier()));
      case 2 -> new RowFilter(anyOperator(), comparators.ofRow());
      case 3 -> new FamilyFilter(anyOperator(), comparators.next(world.family()));
      case 4 -> new PrefixFilter(world.row());
      case 5 -> new PageFilter(world.upTo(3));
      case 6 -> new ColumnCountGetFilter(world.upTo(4));
      case 7 -> pagination();
      case 8 -> new KeyOnlyFilter(random.nextBoolean());
      case FIRST_KEY_ONLY -> new FirstKeyOnlyFilter();
      case 10 -> singleColumn(false);
      case 11 -> singleColumn(true);
      case 12 -> new ColumnPrefixFilter(world.qualifier());
      case 13 ->
          new MultipleColumnPrefixFilter(new byte[][] {world.qualifier(), Bytes.toBytes("z")});
      case 14 -> columnRange();
      case 15 -> new InclusiveStopFilter(world.row());
      case 16 -> timestamps();
      case 17 -> fuzzy();
      case 18 -> rowRanges();
      case 19 -> dependentColumn();
      case 20, 21 -> columnValue();
      case 22 -> firstOf();
      // Only those two chances are no chances.
      case 23 -> new RandomRowFilter(random.nextBoolean() ? 1 : 0);
      case 24 -> new ValueFilter(operator(), new BinaryComparator(world.value()));
      case 25 ->
          mayEndAtRow
              ? new WhileMatchFilter(next(reversed, depth + 1))
              : new SkipFilter(next(reversed, depth + 1));
      case 26 -> new SkipFilter(next(reversed, depth + 1));
      default -> list(reversed, depth);
    };
  }

  private Filter list(boolean reversed, int depth) {
    FilterList.Operator operator =
        random.nextBoolean()
            ? FilterList.Operator.MUST_PASS_ALL
            : FilterList.Operator.MUST_PASS_ONE;
    List<Filter> parts = new ArrayList<>();
    for (int i = 0; i < 2 + random.nextInt(2); i++) {
      Filter part = next(reversed, depth + 1);
      part.setReversed(reversed);
      parts.add(part);
    }
    return new FilterList(operator, parts);
  }

  private CompareOperator operator() {
    CompareOperator[] operators = {
      CompareOperator.EQUAL,
      CompareOperator.NOT_EQUAL,
      CompareOperator.LESS,
      CompareOperator.GREATER_OR_EQUAL
    };
    return operators[random.nextInt(operators.length)];
  }

  private CompareOperator anyOperator() {
    CompareOperator[] operators = CompareOperator.values();
    return operators[random.nextInt(operators.length)];
  }

  private Filter singleColumn(boolean exclude) {
    byte[] family = world.family();
    byte[] qualifier = world.qualifier();
    ByteArrayComparable comparator = comparators.ofValue();
    SingleColumnValueFilter filter =
        exclude
            ? new SingleColumnValueExcludeFilter(family, qualifier, operator(), comparator)
            : new SingleColumnValueFilter(family, qualifier, operator(), comparator);
    filter.setFilterIfMissing(random.nextBoolean());
    filter.setLatestVersionOnly(random.nextBoolean());
    return filter;
  }

  private Filter columnValue() {
    return new ColumnValueFilter(
        world.family(), world.qualifier(), operator(), comparators.ofValue());
  }

  private Filter dependentColumn() {
    boolean drops = random.nextBoolean();
    return random.nextBoolean()
        ? new DependentColumnFilter(world.family(), world.qualifier(), drops)
        : new DependentColumnFilter(
            world.family(),
            world.qualifier(),
            drops,
            operator(),
            new BinaryComparator(world.value()));
  }

  private Filter pagination() {
    int limit = world.upTo(3);
    return random.nextBoolean()
        ? new ColumnPaginationFilter(limit, random.nextInt(3))
        : new ColumnPaginationFilter(limit, world.namedQualifier());
  }

  @SuppressWarnings("deprecation") // programs may still use it
  private Filter firstOf() {
    TreeSet<byte[]> qualifiers = new TreeSet<>(Bytes.BYTES_COMPARATOR);
    qualifiers.add(world.qualifier());
    qualifiers.add(world.qualifier());
    return new FirstKeyValueMatchingQualifiersFilter(qualifiers);
  }

  private Filter columnRange() {
    byte[] a = world.qualifier();
    byte[] b = world.qualifier();
    boolean ordered = Bytes.compareTo(a, b) <= 0;
    return new ColumnRangeFilter(
        ordered ? a : b, random.nextBoolean(), ordered ? b : a, random.nextBoolean());
  }

  private Filter timestamps() {
    List<Long> times = new ArrayList<>();
    for (int i = 0; i < world.upTo(3); i++) {
      times.add(world.timestamp());
    }
    return new TimestampsFilter(times, random.nextBoolean());
  }

  private Filter fuzzy() {
    byte[] row = world.row();
    byte[] mask = new byte[row.length];
    for (int i = 0; i < mask.length; i++) {
      mask[i] = (byte) random.nextInt(2);
    }
    return new FuzzyRowFilter(List.of(new Pair<>(row, mask)));
  }

  private Filter rowRanges() {
    if (random.nextInt(4) == 0) {
      return new MultiRowRangeFilter(new byte[][] {world.row(), world.row()});
    }
    List<MultiRowRangeFilter.RowRange> ranges = new ArrayList<>();
    for (int i = 0; i < world.upTo(2); i++) {
      byte[] a = world.row();
      byte[] b = world.row();
      boolean ordered = Bytes.compareTo(a, b) < 0;
      boolean same = Bytes.equals(a, b);
      ranges.add(
          new MultiRowRangeFilter.RowRange(
              ordered ? a : b,
              same || random.nextBoolean(),
              ordered ? b : a,
              same || random.nextBoolean()));
    }
    return new MultiRowRangeFilter(ranges);
  }
}
