package io.rowandb.testkit.oracle;

import static io.rowandb.testkit.oracle.Literals.bytes;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.filter.ByteArrayComparable;
import org.apache.hadoop.hbase.filter.ColumnCountGetFilter;
import org.apache.hadoop.hbase.filter.ColumnPaginationFilter;
import org.apache.hadoop.hbase.filter.ColumnPrefixFilter;
import org.apache.hadoop.hbase.filter.ColumnRangeFilter;
import org.apache.hadoop.hbase.filter.ColumnValueFilter;
import org.apache.hadoop.hbase.filter.CompareFilter;
import org.apache.hadoop.hbase.filter.DependentColumnFilter;
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
import org.apache.hadoop.hbase.filter.RandomRowFilter;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.filter.SkipFilter;
import org.apache.hadoop.hbase.filter.TimestampsFilter;
import org.apache.hadoop.hbase.filter.WhileMatchFilter;
import org.apache.hadoop.hbase.shaded.protobuf.generated.FilterProtos;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.Pair;

/**
 * Filters as Java expressions. What they keep to themselves is read from what they send to a
 * server.
 */
final class FilterSource {
  private FilterSource() {}

  /** For an expression: the setters of this filter return nothing. */
  static <F extends SingleColumnValueFilter> F judging(
      F filter, boolean filterIfMissing, boolean latestVersionOnly) {
    filter.setFilterIfMissing(filterIfMissing);
    filter.setLatestVersionOnly(latestVersionOnly);
    return filter;
  }

  /** For an expression: a set of qualifiers. */
  static Set<byte[]> qualifiers(byte[]... qualifiers) {
    Set<byte[]> set = new TreeSet<>(Bytes.BYTES_COMPARATOR);
    set.addAll(List.of(qualifiers));
    return set;
  }

  static String of(Filter filter) throws IOException {
    if (filter instanceof FilterList list) {
      return of(list);
    } else if (filter instanceof SkipFilter skip) {
      return made(filter, of(skip.getFilter()));
    } else if (filter instanceof WhileMatchFilter whileMatch) {
      return made(filter, of(whileMatch.getFilter()));
    } else if (filter instanceof DependentColumnFilter dependent) {
      return of(dependent);
    } else if (filter instanceof CompareFilter compare) {
      return made(
          filter,
          operator(compare.getCompareOperator()),
          ComparatorSource.of(compare.getComparator()));
    } else if (filter instanceof SingleColumnValueFilter column) {
      return of(column);
    } else if (filter instanceof ColumnValueFilter column) {
      return made(
          filter,
          columnTest(
              column.getFamily(),
              column.getQualifier(),
              column.getCompareOperator(),
              column.getComparator()));
    }
    return made(filter, ofColumnsOrRows(filter));
  }

  /** The arguments of a filter that compares no values. */
  @SuppressWarnings("deprecation") // programs may still use one of them
  private static String ofColumnsOrRows(Filter filter) throws IOException {
    if (filter instanceof PrefixFilter prefix) {
      return bytes(prefix.getPrefix());
    } else if (filter instanceof PageFilter page) {
      return Literals.number(page.getPageSize());
    } else if (filter instanceof ColumnCountGetFilter count) {
      return String.valueOf(count.getLimit());
    } else if (filter instanceof ColumnPaginationFilter page) {
      byte[] from = page.getColumnOffset();
      return page.getLimit() + ", " + (from == null ? "" + page.getOffset() : bytes(from));
    } else if (filter instanceof KeyOnlyFilter) {
      return "" + FilterProtos.KeyOnlyFilter.parseFrom(filter.toByteArray()).getLenAsVal();
    } else if (filter instanceof FirstKeyOnlyFilter
        && !(filter instanceof FirstKeyValueMatchingQualifiersFilter)) {
      return "";
    } else if (filter instanceof ColumnPrefixFilter prefix) {
      return bytes(prefix.getPrefix());
    } else if (filter instanceof MultipleColumnPrefixFilter prefixes) {
      return "new byte[][] {" + joined(List.of(prefixes.getPrefix())) + "}";
    } else if (filter instanceof ColumnRangeFilter range) {
      return String.join(
          ", ",
          bytes(range.getMinColumn()),
          "" + range.isMinColumnInclusive(),
          bytes(range.getMaxColumn()),
          "" + range.isMaxColumnInclusive());
    } else if (filter instanceof InclusiveStopFilter stop) {
      return bytes(stop.getStopRowKey());
    } else if (filter instanceof RandomRowFilter random) {
      return random.getChance() + "f";
    }
    return ofSeveral(filter);
  }

  /** The arguments of a filter that takes several of a kind. */
  @SuppressWarnings("deprecation") // programs may still use one of them
  private static String ofSeveral(Filter filter) throws IOException {
    List<String> parts = new ArrayList<>();
    if (filter instanceof TimestampsFilter times) {
      times.getTimestamps().forEach(time -> parts.add(Literals.number(time)));
      var sent = FilterProtos.TimestampsFilter.parseFrom(filter.toByteArray());
      return Literals.list(parts) + ", " + sent.getCanHint();
    } else if (filter instanceof FirstKeyValueMatchingQualifiersFilter) {
      var sent = FilterProtos.FirstKeyValueMatchingQualifiersFilter.parseFrom(filter.toByteArray());
      sent.getQualifiersList().forEach(qualifier -> parts.add(bytes(qualifier.toByteArray())));
      return "FilterSource.qualifiers(" + String.join(", ", parts) + ")";
    } else if (filter instanceof FuzzyRowFilter fuzzy) {
      for (Pair<byte[], byte[]> key : fuzzy.getFuzzyKeys()) {
        parts.add("new Pair<>(" + joined(List.of(key.getFirst(), key.getSecond())) + ")");
      }
      return Literals.list(parts);
    } else if (filter instanceof MultiRowRangeFilter ranges) {
      for (MultiRowRangeFilter.RowRange range : ranges.getRowRanges()) {
        parts.add(of(range));
      }
      // It sorts the list it is given.
      return "new ArrayList<>(" + Literals.list(parts) + ")";
    }
    throw new IllegalArgumentException("No source for " + filter);
  }

  private static String of(MultiRowRangeFilter.RowRange range) {
    return "new MultiRowRangeFilter.RowRange("
        + String.join(
            ", ",
            bytes(range.getStartRow()),
            "" + range.isStartRowInclusive(),
            bytes(range.getStopRow()),
            "" + range.isStopRowInclusive())
        + ")";
  }

  private static String of(FilterList list) throws IOException {
    List<String> parts = new ArrayList<>();
    for (Filter part : list.getFilters()) {
      parts.add(of(part));
    }
    return made(list, "FilterList.Operator." + list.getOperator(), Literals.list(parts));
  }

  private static String of(SingleColumnValueFilter column) throws IOException {
    String filter =
        made(
            column,
            columnTest(
                column.getFamily(),
                column.getQualifier(),
                column.getCompareOperator(),
                column.getComparator()));
    return "FilterSource.judging(%s, %s, %s)"
        .formatted(filter, column.getFilterIfMissing(), column.getLatestVersionOnly());
  }

  private static String of(DependentColumnFilter filter) throws IOException {
    String column =
        joined(List.of(filter.getFamily(), filter.getQualifier()))
            + ", "
            + filter.getDropDependentColumn();
    return filter.getComparator() == null
        ? made(filter, column)
        : made(
            filter,
            column,
            operator(filter.getCompareOperator()),
            ComparatorSource.of(filter.getComparator()));
  }

  private static String columnTest(
      byte[] family, byte[] qualifier, CompareOperator operator, ByteArrayComparable comparator)
      throws IOException {
    return String.join(
        ", ", bytes(family), bytes(qualifier), operator(operator), ComparatorSource.of(comparator));
  }

  private static String operator(CompareOperator operator) {
    return "CompareOperator." + operator;
  }

  private static String made(Filter filter, String... arguments) {
    return "new " + filter.getClass().getSimpleName() + "(" + String.join(", ", arguments) + ")";
  }

  private static String joined(Collection<byte[]> values) {
    return String.join(", ", values.stream().map(Literals::bytes).toList());
  }
}
