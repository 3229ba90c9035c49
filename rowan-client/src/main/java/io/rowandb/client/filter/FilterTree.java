package io.rowandb.client.filter;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.ListIterator;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.filter.ByteArrayComparable;
import org.apache.hadoop.hbase.filter.ColumnValueFilter;
import org.apache.hadoop.hbase.filter.CompareFilter;
import org.apache.hadoop.hbase.filter.DependentColumnFilter;
import org.apache.hadoop.hbase.filter.FamilyFilter;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.FuzzyRowFilter;
import org.apache.hadoop.hbase.filter.QualifierFilter;
import org.apache.hadoop.hbase.filter.RowFilter;
import org.apache.hadoop.hbase.filter.SingleColumnValueExcludeFilter;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.filter.SkipFilter;
import org.apache.hadoop.hbase.filter.ValueFilter;
import org.apache.hadoop.hbase.filter.WhileMatchFilter;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hbase.thirdparty.com.google.protobuf.InvalidProtocolBufferException;

/** Walks an HBase filter and the filters and comparators nested in it. No instances. */
public final class FilterTree {
  /** So deep may filters be in filters; to make one of them takes a piece of the stack. */
  public static final int MAX_DEPTH = 100;

  /** Of a class: what its name leads HBase's client to, without jars that it might load. */
  private static final ClassValue<Boolean> FOUND_BY_HBASE =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
          return onClassPath(type.getName()) == type;
        }
      };

  private FilterTree() {}

  /**
   * Refuses a filter that is nested too deeply, before anything descends into it, or that contains
   * one whose class HBase's client would not find by its name.
   *
   * @throws DoNotRetryIOException names the class, or the depth
   */
  public static void check(Filter filter) throws DoNotRetryIOException {
    Deque<Nested> open = new ArrayDeque<>();
    open.push(new Nested(filter, 1));
    while (!open.isEmpty()) {
      Nested next = open.pop();
      checkDepth(next.depth);
      for (Filter part : parts(next.filter)) {
        checkFound("filter", part);
        open.push(new Nested(part, next.depth + 1));
      }
      checkFound("comparator", comparator(next.filter));
    }
  }

  static void checkDepth(int depth) throws DoNotRetryIOException {
    if (depth > MAX_DEPTH) {
      throw new DoNotRetryIOException(
          "Filters in filters are deeper than " + MAX_DEPTH + ", which is the limit");
    }
  }

  /** What HBase's client makes of a name that its class path has; null when it has not. */
  static Class<?> onClassPath(String name) {
    try {
      return Class.forName(name, false, ProtobufUtil.class.getClassLoader());
    } catch (ClassNotFoundException | LinkageError e) {
      return null;
    }
  }

  private static void checkFound(String what, Object part) throws DoNotRetryIOException {
    if (part != null && !FOUND_BY_HBASE.get(part.getClass())) {
      throw new DoNotRetryIOException(
          "The "
              + what
              + " class \""
              + part.getClass().getName()
              + "\" is not on the class path of HBase's client");
    }
  }

  private static List<Filter> parts(Filter filter) {
    if (filter instanceof FilterList list) {
      return list.getFilters();
    }
    if (filter instanceof SkipFilter skip) {
      return List.of(skip.getFilter());
    }
    return filter instanceof WhileMatchFilter match ? List.of(match.getFilter()) : List.of();
  }

  private static ByteArrayComparable comparator(Filter filter) {
    if (filter instanceof CompareFilter compare) {
      return compare.getComparator();
    }
    if (filter instanceof SingleColumnValueFilter single) {
      return single.getComparator();
    }
    return filter instanceof ColumnValueFilter column ? column.getComparator() : null;
  }

  /**
   * A filter that answers as this one does, in time, and in every virtual machine.
   *
   * @param filter may be changed
   * @param time stops work that would take longer
   */
  public static Filter working(Filter filter, FilterTime time) throws IOException {
    try {
      return replaced(filter, time, FuzzyRows.isNeeded());
    } catch (InvalidProtocolBufferException | IllegalArgumentException e) {
      throw new DoNotRetryIOException(e);
    }
  }

  /** See {@link #working}; with {@link FuzzyRows} wherever HBase's own stand, if wanted. */
  static Filter replaced(Filter filter, FilterTime time, boolean fuzzyRows) throws IOException {
    if (fuzzyRows && filter instanceof FuzzyRowFilter fuzzy) {
      return new FuzzyRows(fuzzy);
    }
    if (filter instanceof FilterList list) {
      ListIterator<Filter> each = list.getFilters().listIterator();
      while (each.hasNext()) {
        each.set(replaced(each.next(), time, fuzzyRows));
      }
      return list;
    }
    if (filter instanceof WhileMatchFilter match) {
      return new WhileMatchFilter(replaced(match.getFilter(), time, fuzzyRows));
    }
    if (filter instanceof SkipFilter skip) {
      return new SkipFilter(replaced(skip.getFilter(), time, fuzzyRows));
    }
    ByteArrayComparable comparator = comparator(filter);
    ByteArrayComparable timed = comparator(comparator, time);
    return isSame(timed, comparator) ? filter : withComparator(filter, timed);
  }

  /** A comparator that answers as this one does, in time. */
  public static ByteArrayComparable comparator(ByteArrayComparable comparator, FilterTime time)
      throws IOException {
    return TimedPattern.of(comparator, time);
  }

  /** Classes that programs derive from these are left as they are: what they add is not known. */
  private static Filter withComparator(Filter filter, ByteArrayComparable comparator) {
    Class<?> type = filter.getClass();
    if (filter instanceof CompareFilter compare) {
      return withComparator(compare, comparator);
    }
    if (type == SingleColumnValueFilter.class || type == SingleColumnValueExcludeFilter.class) {
      SingleColumnValueFilter single = (SingleColumnValueFilter) filter;
      byte[] family = single.getFamily();
      byte[] qualifier = single.getQualifier();
      SingleColumnValueFilter timed =
          type == SingleColumnValueFilter.class
              ? new SingleColumnValueFilter(
                  family, qualifier, single.getCompareOperator(), comparator)
              : new SingleColumnValueExcludeFilter(
                  family, qualifier, single.getCompareOperator(), comparator);
      timed.setFilterIfMissing(single.getFilterIfMissing());
      timed.setLatestVersionOnly(single.getLatestVersionOnly());
      return timed;
    }
    if (type == ColumnValueFilter.class) {
      ColumnValueFilter column = (ColumnValueFilter) filter;
      return new ColumnValueFilter(
          column.getFamily(), column.getQualifier(), column.getCompareOperator(), comparator);
    }
    return filter;
  }

  private static Filter withComparator(CompareFilter filter, ByteArrayComparable comparator) {
    Class<?> type = filter.getClass();
    if (type == RowFilter.class) {
      return new RowFilter(filter.getCompareOperator(), comparator);
    }
    if (type == FamilyFilter.class) {
      return new FamilyFilter(filter.getCompareOperator(), comparator);
    }
    if (type == QualifierFilter.class) {
      return new QualifierFilter(filter.getCompareOperator(), comparator);
    }
    if (type == ValueFilter.class) {
      return new ValueFilter(filter.getCompareOperator(), comparator);
    }
    if (type == DependentColumnFilter.class) {
      DependentColumnFilter dependent = (DependentColumnFilter) filter;
      return new DependentColumnFilter(
          dependent.getFamily(),
          dependent.getQualifier(),
          dependent.dropDependentColumn(),
          dependent.getCompareOperator(),
          comparator);
    }
    return filter;
  }

  /** Whether it is the very object. */
  private static boolean isSame(Object one, Object other) {
    return one == other;
  }

  private record Nested(Filter filter, int depth) {}
}
