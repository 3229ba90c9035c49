package io.rowandb.schema.pattern.details;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.pattern.rows.RowRead;
import io.rowandb.schema.table.DetailCursor;
import io.rowandb.schema.table.DetailMapping;
import io.rowandb.schema.table.RowChange;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.table.TallDetails;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Table;

/** Makes the calls for what records with details need beside their rows. Used by one thread. */
public final class DetailKeeper<R> implements AutoCloseable {
  // Fixed at construction.
  private final TableDesign<R> design;
  private final RecordDetails<R> details;
  private final Table table;
  private final Removals removals;

  /** Details in rows of their own, and their tables. */
  private final Map<TallDetails<R, ?>, Table> tall;

  /**
   * Of a table.
   *
   * @param removals of its records' rows
   */
  public DetailKeeper(
      TableDesign<R> design, Table table, Map<TallDetails<R, ?>, Table> tall, Removals removals) {
    this.removals = removals;
    this.design = design;
    this.table = table;
    this.tall = tall;
    details = new RecordDetails<>(design);
  }

  /** The tables of a design's details. */
  public static <R> Map<TallDetails<R, ?>, Table> tables(
      Connection connection, TableDesign<R> design) throws IOException {
    Map<TallDetails<R, ?>, Table> tables = new LinkedHashMap<>();
    for (DetailMapping<R, ?> mapping : design.details()) {
      if (mapping instanceof TallDetails<R, ?> own) {
        tables.put(own, connection.getTable(own.table()));
      }
    }
    return tables;
  }

  /** Records that may be written in one call: {@link RecordDetails#lastOfEach}. */
  public List<R> lastOfEach(List<R> records) {
    return details.lastOfEach(records);
  }

  /** What makes rows hold records, of which no details are there that these have not. */
  public List<Row> changes(List<R> records) throws IOException {
    List<RowChange> changes = details.changes(records);
    List<Result> present = List.of();
    if (details.areInColumns()) {
      List<Get> gets = new ArrayList<>();
      for (RowChange change : changes) {
        gets.add(details.present(change));
      }
      present = List.of(table.get(gets));
    }
    return details.rows(records, changes, present);
  }

  /** Whether a record's row has not all of it. */
  public boolean areInRows() {
    return !tall.isEmpty();
  }

  /** Writes the details in rows of their own: the step before the records' rows. */
  public void write(List<R> records) throws IOException {
    for (TallDetails<R, ?> mapping : tall.keySet()) {
      for (R record : records) {
        write(mapping, record);
      }
    }
  }

  private <D> void write(TallDetails<R, D> mapping, R record) throws IOException {
    store(place(mapping, design.key().encode(record))).write(mapping.of(record).values());
  }

  private static <R, D> TallDetailPlace<R, D> place(TallDetails<R, D> mapping, byte[] row) {
    return new TallDetailPlace<>(mapping, row, RowRead.NOW);
  }

  /** Removes rows of details that records have not: the step after the records' rows. */
  public void removeOthers(List<R> records) throws IOException {
    for (TallDetails<R, ?> mapping : tall.keySet()) {
      for (R record : records) {
        removeOthers(mapping, record);
      }
    }
  }

  private <D> void removeOthers(TallDetails<R, D> mapping, R record) throws IOException {
    removeOthers(place(mapping, design.key().encode(record)), mapping.of(record));
  }

  /** Removes all rows of a record's details. */
  public void removeAll(byte[] row) throws IOException {
    for (TallDetails<R, ?> mapping : tall.keySet()) {
      removeAll(place(mapping, row));
    }
  }

  private <D> void removeAll(TallDetailPlace<R, D> place) throws IOException {
    removeOthers(place, place.none());
  }

  private <D> void removeOthers(TallDetailPlace<R, D> place, SortedMap<byte[], D> kept)
      throws IOException {
    Table rows = tall.get(place.mapping());
    List<Delete> deletes = new ArrayList<>();
    try (ResultScanner present = rows.getScanner(place.present(place.design().range()))) {
      for (Result each : present) {
        place.removing(each, kept).ifPresent(deletes::add);
        if (deletes.size() == RowBatch.ROWS) {
          RowBatch.write(rows, deletes);
          deletes.clear();
        }
      }
    }
    RowBatch.write(rows, deletes);
  }

  /** The record of a row, and of its details in rows of their own. */
  public R read(Result row, long asOfMillis) throws IOException {
    Object[] values = design.noValues();
    for (TallDetails<R, ?> mapping : tall.keySet()) {
      values[mapping.component().index()] =
          read(new TallDetailPlace<>(mapping, row.getRow(), asOfMillis));
    }
    return design.read(row, values);
  }

  private <D> Object read(TallDetailPlace<R, D> place) throws IOException {
    try (DetailScan cells = store(place).scan(place.design().range(), DetailPlace.ALL)) {
      return place.mapping().valueOf(new DetailCursor<>(place.design(), cells));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    } catch (IllegalArgumentException e) {
      throw place.named(e);
    }
  }

  /**
   * The details of a record in one of its fields.
   *
   * @throws IllegalArgumentException when it has none, or of another class
   */
  public <D> DetailStore<D> storeOf(Component field, Class<D> type, byte[] row) {
    return store(details.place(field, type, row));
  }

  private <D> DetailStore<D> store(DetailPlace<D> place) {
    return new DetailStore<>(place, tableOf(place), removals);
  }

  private Table tableOf(DetailPlace<?> place) {
    return place instanceof TallDetailPlace<?, ?> own ? tall.get(own.mapping()) : table;
  }

  @Override
  public void close() throws IOException {
    for (Table each : tall.values()) {
      each.close();
    }
  }
}
