package io.rowandb.schema.pattern;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.table.DetailCursor;
import io.rowandb.schema.table.DetailMapping;
import io.rowandb.schema.table.RowChange;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.table.TallDetails;
import io.rowandb.schema.table.WideDetails;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;

/** What records with details need beside their rows. Used by one thread. */
final class DetailKeeper<R> implements AutoCloseable {
  // Fixed at construction.
  private final TableDesign<R> design;
  private final Table table;

  /** Details in columns of the records' rows. */
  private final List<WideDetails<R, ?>> wide = new ArrayList<>();

  /** Details in rows of their own, and their tables. */
  private final Map<TallDetails<R, ?>, Table> tall;

  DetailKeeper(TableDesign<R> design, Table table, Map<TallDetails<R, ?>, Table> tall) {
    this.design = design;
    this.table = table;
    this.tall = tall;
    for (DetailMapping<R, ?> mapping : design.details()) {
      if (mapping instanceof WideDetails<R, ?> columns) {
        wide.add(columns);
      }
    }
  }

  /** The tables of a design's details. */
  static <R> Map<TallDetails<R, ?>, Table> tables(Connection connection, TableDesign<R> design)
      throws IOException {
    Map<TallDetails<R, ?>, Table> tables = new LinkedHashMap<>();
    for (DetailMapping<R, ?> mapping : design.details()) {
      if (mapping instanceof TallDetails<R, ?> own) {
        tables.put(own, connection.getTable(own.table()));
      }
    }
    return tables;
  }

  /**
   * Records that may be written in one call: of those with the same key the last, since each would
   * remove the details of the other.
   */
  List<R> lastOfEach(List<R> records) {
    if (design.details().isEmpty()) {
      return records;
    }
    Map<ByteBuffer, R> last = new LinkedHashMap<>();
    records.forEach(record -> last.put(ByteBuffer.wrap(design.key().encode(record)), record));
    return List.copyOf(last.values());
  }

  /** What makes rows hold records, of which no details are there that these have not. */
  List<Row> changes(List<R> records) throws IOException {
    List<RowChange> changes = new ArrayList<>();
    for (R record : records) {
      changes.add(design.write(record));
    }
    if (!wide.isEmpty()) {
      List<Get> gets = new ArrayList<>();
      for (RowChange change : changes) {
        Get get = new Get(change.put().getRow());
        wide.forEach(mapping -> get.addFamily(mapping.family()));
        gets.add(get.setFilter(new KeyOnlyFilter()));
      }
      Result[] present = table.get(gets);
      for (int i = 0; i < present.length; i++) {
        design.removeOthers(records.get(i), present[i], changes.get(i));
      }
    }
    List<Row> rows = new ArrayList<>();
    for (RowChange change : changes) {
      rows.add(change.row());
    }
    return rows;
  }

  /** Whether some are in rows of their own. */
  boolean areInOtherRows() {
    return !tall.isEmpty();
  }

  private <D> TallDetailStore<R, D> store(TallDetails<R, D> mapping, byte[] row, long asOfMillis) {
    return new TallDetailStore<>(mapping, tall.get(mapping), row, asOfMillis);
  }

  /** Writes the details in rows of their own: the step before the records' rows. */
  void write(List<R> records) throws IOException {
    for (TallDetails<R, ?> mapping : tall.keySet()) {
      for (R record : records) {
        write(mapping, record);
      }
    }
  }

  private <D> void write(TallDetails<R, D> mapping, R record) throws IOException {
    store(mapping, design.key().encode(record), QuerySettings.NOW).put(mapping.of(record).values());
  }

  /** Removes rows of details that records have not: the step after the records' rows. */
  void removeOthers(List<R> records) throws IOException {
    for (TallDetails<R, ?> mapping : tall.keySet()) {
      for (R record : records) {
        removeOthers(mapping, record);
      }
    }
  }

  private <D> void removeOthers(TallDetails<R, D> mapping, R record) throws IOException {
    store(mapping, design.key().encode(record), QuerySettings.NOW).removeOthers(mapping.of(record));
  }

  /** Removes all rows of a record's details. */
  void removeAll(byte[] row) throws IOException {
    for (TallDetails<R, ?> mapping : tall.keySet()) {
      store(mapping, row, QuerySettings.NOW).removeAll();
    }
  }

  /** The record of a row, and of its details in rows of their own. */
  R read(Result row, long asOfMillis) throws IOException {
    Object[] values = design.noValues();
    for (TallDetails<R, ?> mapping : tall.keySet()) {
      values[mapping.component().index()] = read(mapping, row.getRow(), asOfMillis);
    }
    return design.read(row, values);
  }

  private <D> Object read(TallDetails<R, D> mapping, byte[] row, long asOfMillis)
      throws IOException {
    DetailStore<D> store = store(mapping, row, asOfMillis);
    try (DetailScan cells = store.scan(mapping.design().range(), DetailStore.ALL)) {
      return mapping.valueOf(new DetailCursor<>(mapping.design(), cells));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(store.place() + ": " + e.getMessage(), e);
    }
  }

  /**
   * The details of a record in one of its fields.
   *
   * @throws IllegalArgumentException when it has none, or of another class
   */
  <D> Details<D> of(Component field, Class<D> type, byte[] row) {
    for (DetailMapping<R, ?> mapping : design.details()) {
      if (mapping.component().equals(field) && mapping.design().shape().type() == type) {
        return new Details<>(store(checked(mapping, type), row));
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

  private <D> DetailStore<D> store(DetailMapping<R, D> mapping, byte[] row) {
    return mapping instanceof TallDetails<R, D> own
        ? store(own, row, QuerySettings.NOW)
        : new WideDetailStore<>((WideDetails<R, D>) mapping, table, row);
  }

  @Override
  public void close() throws IOException {
    for (Table each : tall.values()) {
      each.close();
    }
  }
}
