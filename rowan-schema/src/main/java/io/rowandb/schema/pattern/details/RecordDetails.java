package io.rowandb.schema.pattern.details;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.field.Given;
import io.rowandb.schema.pattern.rows.RowRead;
import io.rowandb.schema.table.DetailMapping;
import io.rowandb.schema.table.RowChange;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.table.TallDetails;
import io.rowandb.schema.table.WideDetails;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;

/**
 * What records with details need in addition to their rows; decisions only, no calls. Immutable;
 * used by any number of threads.
 */
final class RecordDetails<R> {
  // Fixed at construction.
  private final TableDesign<R> design;

  /** Details in columns of the records' rows. */
  private final List<WideDetails<R, ?>> wide = new ArrayList<>();

  /** Details in rows of their own. */
  private final List<TallDetails<R, ?>> tall = new ArrayList<>();

  RecordDetails(TableDesign<R> design) {
    this.design = design;
    for (DetailMapping<R, ?> mapping : design.details()) {
      if (mapping instanceof WideDetails<R, ?> columns) {
        wide.add(columns);
      } else if (mapping instanceof TallDetails<R, ?> own) {
        tall.add(own);
      }
    }
  }

  /** Details in rows of their own. */
  public List<TallDetails<R, ?>> tall() {
    return tall;
  }

  /**
   * Records that may be written in one call: of those with the same key the last, since each would
   * remove the details of the other.
   */
  public List<R> lastOfEach(Collection<R> records) {
    if (design.details().isEmpty()) {
      return List.copyOf(records);
    }
    Map<ByteBuffer, R> last = new LinkedHashMap<>();
    records.forEach(record -> last.put(ByteBuffer.wrap(design.key().encode(record)), record));
    return List.copyOf(last.values());
  }

  /** What makes rows hold records, without what must go of details that are there. */
  public List<RowChange> changes(List<R> records) {
    List<RowChange> changes = new ArrayList<>();
    for (R record : records) {
      design.rows().checkWritten(record);
      changes.add(design.write(record));
    }
    return changes;
  }

  /** Whether what is there must be looked at before records are written. */
  boolean areInColumns() {
    return !wide.isEmpty();
  }

  /** Looks for the details that a row has in columns, without values. */
  public Get present(RowChange change) throws IOException {
    Get get = new Get(change.put().getRow());
    wide.forEach(mapping -> get.addFamily(mapping.family()));
    return get.setFilter(new KeyOnlyFilter());
  }

  /**
   * The changes, including deletions.
   *
   * @param present what was found of each; empty if it was not read
   */
  public List<Row> rows(List<R> records, List<RowChange> changes, List<Result> present)
      throws IOException {
    for (int i = 0; i < present.size(); i++) {
      design.rows().removeOthers(records.get(i), present.get(i), changes.get(i));
    }
    List<Row> rows = new ArrayList<>();
    for (RowChange change : changes) {
      rows.add(change.row());
    }
    return rows;
  }

  /**
   * Where the details of a record in one of its fields are.
   *
   * @throws IllegalArgumentException when it has none, or of another class
   */
  public <D> DetailPlace<D> place(Component field, Class<D> type, byte[] row) {
    return place(mapping(field, type), row);
  }

  /** The details in a field; throws as {@link #place}. */
  <D> DetailMapping<R, D> mapping(Component field, Class<D> type) {
    Given.notNull(type, "the class of the details in " + design.shape().describe(field));
    for (DetailMapping<R, ?> mapping : design.details()) {
      if (mapping.component().equals(field) && mapping.design().shape().type() == type) {
        return checked(mapping, type);
      }
    }
    throw new IllegalArgumentException(
        design.shape().describe(field)
            + " has no details of class "
            + type.getSimpleName()
            + "; details are in "
            + design.details().stream().map(DetailMapping::name).toList());
  }

  @SuppressWarnings({"unchecked", "unused"}) // the caller has seen that it is of this class
  private static <R, D> DetailMapping<R, D> checked(DetailMapping<R, ?> mapping, Class<D> type) {
    return (DetailMapping<R, D>) mapping;
  }

  private <D> DetailPlace<D> place(DetailMapping<R, D> mapping, byte[] row) {
    return mapping instanceof TallDetails<R, D> own
        ? new TallDetailPlace<>(own, row, 0, RowRead.NOW)
        : new WideDetailPlace<>((WideDetails<R, D>) mapping, design.name(), row);
  }
}
