package io.rowandb.schema.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.ColumnPaginationFilter;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.apache.hadoop.hbase.filter.QualifierFilter;

/**
 * The cells of a row that tell some fields of its record. Servers select them by a filter and not
 * by columns, since a row without any of the columns is a record too, with null in these fields. So
 * they also send the first two cells of each row, of which one at most is a mark.
 *
 * <p>Immutable; used by any number of threads.
 *
 * @param <R> the record
 */
public final class FieldCells<R> {
  /** A mark, which a row may have left from a former design, and the cell of a record. */
  private static final int CELLS_OF_RECORD = 2;

  // Fixed at construction.
  private final RecordCodec<R> codec;
  private final List<CellMapping<R>> mappings;

  /** Of fields whose columns have known names; fields in the key alone need no mapping. */
  FieldCells(RecordCodec<R> codec, List<CellMapping<R>> mappings) {
    this.codec = codec;
    this.mappings = List.copyOf(mappings);
  }

  private Stream<Column> columns() {
    return mappings.stream().flatMap(mapping -> mapping.columns().stream());
  }

  /** How many versions of a cell are needed. */
  public int versions() {
    return mappings.stream().mapToInt(CellMapping::versions).max().orElse(1);
  }

  /**
   * A filter for one scan or call. It takes a column of the same qualifier in another family too:
   * HBase's filter of families would end the row at the first other family.
   */
  public Filter filter() {
    Filter first = new ColumnPaginationFilter(CELLS_OF_RECORD, 0);
    if (mappings.isEmpty()) {
      return new FilterList(first, new KeyOnlyFilter());
    }
    TreeSet<byte[]> qualifiers = new TreeSet<>(Arrays::compareUnsigned);
    columns().forEach(column -> qualifiers.add(column.qualifier()));
    List<Filter> any = new ArrayList<>(List.of(first));
    for (byte[] qualifier : qualifiers) {
      any.add(new QualifierFilter(CompareOperator.EQUAL, new BinaryComparator(qualifier)));
    }
    return new FilterList(FilterList.Operator.MUST_PASS_ONE, any);
  }

  /**
   * The values of the fields in a row.
   *
   * @param row of a record
   * @return a place for each component; of other fields null or Java's default values
   * @throws io.rowandb.schema.key.MalformedKeyException as {@link TableDesign#read(Result)}
   * @throws IllegalArgumentException naming the row, the field and the rule, when a cell has no
   *     value of its field, or a field that is never null has none
   */
  public Object[] read(Result row) {
    return codec.readFields(row, mappings);
  }

  /** What servers send of each row, for people. */
  public String describe() {
    String columns = columns().map(Column::toString).collect(Collectors.joining(", "));
    return columns.isEmpty()
        ? "its first two cells, without values"
        : columns + ", and its first two cells";
  }
}
