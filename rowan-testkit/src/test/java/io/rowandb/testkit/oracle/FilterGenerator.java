package io.rowandb.testkit.oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.ColumnCountGetFilter;
import org.apache.hadoop.hbase.filter.ColumnPaginationFilter;
import org.apache.hadoop.hbase.filter.ColumnPrefixFilter;
import org.apache.hadoop.hbase.filter.ColumnRangeFilter;
import org.apache.hadoop.hbase.filter.DependentColumnFilter;
import org.apache.hadoop.hbase.filter.FamilyFilter;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.filter.FuzzyRowFilter;
import org.apache.hadoop.hbase.filter.InclusiveStopFilter;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.apache.hadoop.hbase.filter.MultiRowRangeFilter;
import org.apache.hadoop.hbase.filter.MultipleColumnPrefixFilter;
import org.apache.hadoop.hbase.filter.PageFilter;
import org.apache.hadoop.hbase.filter.PrefixFilter;
import org.apache.hadoop.hbase.filter.QualifierFilter;
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

  private final RandomGenerator random;
  private final World world;
  private boolean mayEndAtRow;

  FilterGenerator(World world) {
    this.random = world.random();
    this.world = world;
  }

  /**
   * A filter.
   *
   * @param mayEndAtRow whether the key of a row may end the scan
   */
  Filter next(boolean reversed, boolean mayEndAtRow) {
    this.mayEndAtRow = mayEndAtRow;
    return next(reversed, 0);
  }

  private Filter next(boolean reversed, int depth) {
    int kinds = depth < DEEPEST_LIST ? 26 : 20;
    return switch (random.nextInt(kinds)) {
      case 0 -> new ValueFilter(operator(), new BinaryComparator(world.value()));
      case 1 -> new QualifierFilter(operator(), new BinaryComparator(world.qualifier()));
      case 2 -> new RowFilter(operator(), new BinaryComparator(world.row()));
      case 3 -> new FamilyFilter(operator(), new BinaryComparator(world.family()));
      case 4 -> new PrefixFilter(world.row());
      case 5 -> new PageFilter(1 + random.nextInt(3));
      case 6 -> new ColumnCountGetFilter(1 + random.nextInt(4));
      case 7 -> new ColumnPaginationFilter(1 + random.nextInt(3), random.nextInt(3));
      case 8 -> new KeyOnlyFilter(random.nextBoolean());
      case 9 -> new FirstKeyOnlyFilter();
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
      case 19 -> new DependentColumnFilter(world.family(), world.qualifier(), random.nextBoolean());
      case 20 ->
          mayEndAtRow
              ? new WhileMatchFilter(next(reversed, depth + 1))
              : new SkipFilter(next(reversed, depth + 1));
      case 21 -> new SkipFilter(next(reversed, depth + 1));
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

  private Filter singleColumn(boolean exclude) {
    byte[] family = world.family();
    byte[] qualifier = world.qualifier();
    SingleColumnValueFilter filter =
        exclude
            ? new SingleColumnValueExcludeFilter(family, qualifier, operator(), world.value())
            : new SingleColumnValueFilter(family, qualifier, operator(), world.value());
    filter.setFilterIfMissing(random.nextBoolean());
    filter.setLatestVersionOnly(random.nextBoolean());
    return filter;
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
    for (int i = 0; i < 1 + random.nextInt(3); i++) {
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
    List<MultiRowRangeFilter.RowRange> ranges = new ArrayList<>();
    for (int i = 0; i < 1 + random.nextInt(2); i++) {
      byte[] a = world.row();
      byte[] b = world.row();
      boolean ordered = Bytes.compareTo(a, b) <= 0;
      ranges.add(new MultiRowRangeFilter.RowRange(ordered ? a : b, true, ordered ? b : a, true));
    }
    return new MultiRowRangeFilter(ranges);
  }
}
