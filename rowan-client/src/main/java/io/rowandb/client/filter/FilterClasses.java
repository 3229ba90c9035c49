package io.rowandb.client.filter;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.filter.BigDecimalComparator;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.BinaryComponentComparator;
import org.apache.hadoop.hbase.filter.BinaryPrefixComparator;
import org.apache.hadoop.hbase.filter.BitComparator;
import org.apache.hadoop.hbase.filter.ColumnCountGetFilter;
import org.apache.hadoop.hbase.filter.ColumnPaginationFilter;
import org.apache.hadoop.hbase.filter.ColumnPrefixFilter;
import org.apache.hadoop.hbase.filter.ColumnRangeFilter;
import org.apache.hadoop.hbase.filter.ColumnValueFilter;
import org.apache.hadoop.hbase.filter.DependentColumnFilter;
import org.apache.hadoop.hbase.filter.FamilyFilter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.filter.FirstKeyValueMatchingQualifiersFilter;
import org.apache.hadoop.hbase.filter.FuzzyRowFilter;
import org.apache.hadoop.hbase.filter.InclusiveStopFilter;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.apache.hadoop.hbase.filter.LongComparator;
import org.apache.hadoop.hbase.filter.MultiRowRangeFilter;
import org.apache.hadoop.hbase.filter.MultipleColumnPrefixFilter;
import org.apache.hadoop.hbase.filter.NullComparator;
import org.apache.hadoop.hbase.filter.PageFilter;
import org.apache.hadoop.hbase.filter.PrefixFilter;
import org.apache.hadoop.hbase.filter.QualifierFilter;
import org.apache.hadoop.hbase.filter.RandomRowFilter;
import org.apache.hadoop.hbase.filter.RegexStringComparator;
import org.apache.hadoop.hbase.filter.RegexStringComparator.EngineType;
import org.apache.hadoop.hbase.filter.RowFilter;
import org.apache.hadoop.hbase.filter.SingleColumnValueExcludeFilter;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.filter.SkipFilter;
import org.apache.hadoop.hbase.filter.SubstringComparator;
import org.apache.hadoop.hbase.filter.TimestampsFilter;
import org.apache.hadoop.hbase.filter.ValueFilter;
import org.apache.hadoop.hbase.filter.WhileMatchFilter;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ComparatorProtos;
import org.apache.hadoop.hbase.shaded.protobuf.generated.FilterProtos;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.apache.hbase.thirdparty.com.google.protobuf.InvalidProtocolBufferException;

/**
 * The filters and comparators that a request may name. HBase makes an object of any class that a
 * request names, even in filters within filters, and runs its code. Here the name must be in a list
 * first. Immutable.
 */
public final class FilterClasses {
  /** Names of more classes, with commas between. */
  public static final String KEY = "rowan.filter.classes";

  @SuppressWarnings("deprecation") // one of them is, and clients may still send it
  private static final Set<String> FILTERS =
      names(
          ColumnCountGetFilter.class,
          ColumnPaginationFilter.class,
          ColumnPrefixFilter.class,
          ColumnRangeFilter.class,
          FirstKeyOnlyFilter.class,
          FirstKeyValueMatchingQualifiersFilter.class,
          FuzzyRowFilter.class,
          InclusiveStopFilter.class,
          KeyOnlyFilter.class,
          MultiRowRangeFilter.class,
          MultipleColumnPrefixFilter.class,
          PageFilter.class,
          PrefixFilter.class,
          RandomRowFilter.class,
          TimestampsFilter.class);

  private static final Set<String> COMPARATORS =
      names(
          BigDecimalComparator.class,
          BinaryComparator.class,
          BinaryComponentComparator.class,
          BinaryPrefixComparator.class,
          BitComparator.class,
          LongComparator.class,
          NullComparator.class,
          RegexStringComparator.class,
          SubstringComparator.class);

  /** Those with others in them. */
  private static final Map<String, Content> CONTENTS =
      Map.ofEntries(
          Map.entry(
              FilterList.class.getName(),
              it -> new Parts(FilterProtos.FilterList.parseFrom(it).getFiltersList(), List.of())),
          Map.entry(
              SkipFilter.class.getName(),
              it ->
                  new Parts(List.of(FilterProtos.SkipFilter.parseFrom(it).getFilter()), List.of())),
          Map.entry(
              WhileMatchFilter.class.getName(),
              it ->
                  new Parts(
                      List.of(FilterProtos.WhileMatchFilter.parseFrom(it).getFilter()), List.of())),
          Map.entry(
              RowFilter.class.getName(),
              it -> compare(FilterProtos.RowFilter.parseFrom(it).getCompareFilter())),
          Map.entry(
              FamilyFilter.class.getName(),
              it -> compare(FilterProtos.FamilyFilter.parseFrom(it).getCompareFilter())),
          Map.entry(
              QualifierFilter.class.getName(),
              it -> compare(FilterProtos.QualifierFilter.parseFrom(it).getCompareFilter())),
          Map.entry(
              ValueFilter.class.getName(),
              it -> compare(FilterProtos.ValueFilter.parseFrom(it).getCompareFilter())),
          Map.entry(
              DependentColumnFilter.class.getName(),
              it -> compare(FilterProtos.DependentColumnFilter.parseFrom(it).getCompareFilter())),
          Map.entry(
              ColumnValueFilter.class.getName(),
              it -> comparator(FilterProtos.ColumnValueFilter.parseFrom(it).getComparator())),
          Map.entry(
              SingleColumnValueFilter.class.getName(),
              it -> comparator(FilterProtos.SingleColumnValueFilter.parseFrom(it).getComparator())),
          Map.entry(
              SingleColumnValueExcludeFilter.class.getName(),
              it ->
                  comparator(
                      FilterProtos.SingleColumnValueExcludeFilter.parseFrom(it)
                          .getSingleColumnValueFilter()
                          .getComparator())));

  // Fixed at construction.
  private final Predicate<String> others;
  private final boolean bounded;
  private final String rule;

  private FilterClasses(Predicate<String> others, boolean bounded, String rule) {
    this.others = others;
    this.bounded = bounded;
    this.rule = rule;
  }

  /**
   * For a remote client: those of HBase's classes whose work can be stopped, and those that {@value
   * #KEY} names.
   */
  public static FilterClasses of(Configuration conf) {
    Set<String> named = Set.copyOf(conf.getTrimmedStringCollection(KEY));
    return new FilterClasses(named::contains, true, "is neither HBase's nor named by " + KEY);
  }

  /**
   * For a program with its own store: whatever the class path has. HBase would look for other names
   * in jars that lie in a directory for temporary files.
   */
  public static FilterClasses ofClassPath() {
    return new FilterClasses(
        name -> FilterTree.onClassPath(name) != null,
        false,
        "is not on the class path of HBase's client");
  }

  /**
   * Refuses a filter that is not allowed, or has one in it, before any class is looked for.
   *
   * @throws DoNotRetryIOException names the class, or the depth
   */
  public void check(FilterProtos.Filter filter) throws DoNotRetryIOException {
    Deque<Nested> open = new ArrayDeque<>();
    open.push(new Nested(filter, 1));
    while (!open.isEmpty()) {
      Nested next = open.pop();
      FilterTree.checkDepth(next.depth);
      Parts parts = parts(next.filter);
      for (ComparatorProtos.Comparator comparator : parts.comparators) {
        check(comparator);
      }
      parts.filters.forEach(each -> open.push(new Nested(each, next.depth + 1)));
    }
  }

  /** Refuses a comparator that is not allowed. */
  public void check(ComparatorProtos.Comparator comparator) throws DoNotRetryIOException {
    String name = comparator.getName();
    if (!COMPARATORS.contains(name) && !others.test(name)) {
      throw refused("comparator", name);
    }
    if (bounded && name.equals(RegexStringComparator.class.getName())) {
      refuseUnbounded(comparator.getSerializedComparator());
    }
  }

  /** Nothing ends a match of the other engine before it has found what it looks for. */
  private static void refuseUnbounded(ByteString regex) throws DoNotRetryIOException {
    try {
      String engine = ComparatorProtos.RegexStringComparator.parseFrom(regex).getEngine();
      if (!engine.isEmpty() && !engine.equals(EngineType.JAVA.name())) {
        throw new DoNotRetryIOException(
            "Regular expressions are matched by the engine JAVA alone, not by " + engine);
      }
    } catch (InvalidProtocolBufferException e) {
      throw unreadable(RegexStringComparator.class.getName(), e);
    }
  }

  private Parts parts(FilterProtos.Filter filter) throws DoNotRetryIOException {
    String name = filter.getName();
    Content content = CONTENTS.get(name);
    if (content == null) {
      if (!FILTERS.contains(name) && !others.test(name)) {
        throw refused("filter", name);
      }
      return Parts.NONE;
    }
    try {
      return content.of(filter.getSerializedFilter());
    } catch (InvalidProtocolBufferException e) {
      throw unreadable(name, e);
    }
  }

  private static DoNotRetryIOException unreadable(String name, IOException failure) {
    return new DoNotRetryIOException(
        "The bytes of a " + name + " cannot be read: " + failure.getMessage());
  }

  private DoNotRetryIOException refused(String what, String name) {
    return new DoNotRetryIOException("The " + what + " class \"" + name + "\" " + rule);
  }

  private static Parts compare(FilterProtos.CompareFilter filter) {
    return filter.hasComparator() ? comparator(filter.getComparator()) : Parts.NONE;
  }

  private static Parts comparator(ComparatorProtos.Comparator comparator) {
    return new Parts(List.of(), List.of(comparator));
  }

  private static Set<String> names(Class<?>... classes) {
    return Stream.of(classes).map(Class::getName).collect(Collectors.toUnmodifiableSet());
  }

  /** What is in the bytes of a filter. */
  @FunctionalInterface
  private interface Content {
    Parts of(ByteString bytes) throws InvalidProtocolBufferException;
  }

  private record Nested(FilterProtos.Filter filter, int depth) {}

  private record Parts(
      Collection<FilterProtos.Filter> filters,
      Collection<ComparatorProtos.Comparator> comparators) {
    static final Parts NONE = new Parts(List.of(), List.of());
  }
}
