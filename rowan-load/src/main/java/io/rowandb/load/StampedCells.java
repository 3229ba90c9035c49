package io.rowandb.load;

import io.rowandb.engine.bulk.MergedCells;
import io.rowandb.engine.cell.Cell;
import io.rowandb.schema.pattern.NewRecords;
import io.rowandb.schema.pattern.NewRecords.Place;
import io.rowandb.schema.table.Column;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongFunction;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Looks at the sorted cells of a table and gives them their time.
 *
 * <ol>
 *   <li>Cells of one row that come from two records are refused: the records have one key, or one
 *       unique value.
 *   <li>Rows of records that are in the table already are refused, and unique values that other
 *       records have.
 *   <li>A cell that was there to be sorted alone goes.
 * </ol>
 *
 * Used by many threads.
 *
 * @param <R> the record
 */
final class StampedCells<R> implements MergedCells {
  /** Rows that are looked up in one call. */
  private static final int ROWS = 500;

  /**
   * What is known of the load.
   *
   * @param markColumn where rows of records have their marks; null if they have none
   * @param rowsFamily the family in which every record has a cell
   * @param timeMillis what cells get
   * @param earlier times of cells that the tables may have of this load
   * @param occupied places whose tables have something: only there it is looked up
   * @param describe tells of the number of a record where it came from
   */
  record Known<R>(
      NewRecords<R> records,
      List<Place<R>> places,
      Column markColumn,
      byte[] rowsFamily,
      long timeMillis,
      List<Long> earlier,
      Set<Integer> occupied,
      LongFunction<String> describe) {
    /** The same for a table that has no rows of records. */
    Known<R> withoutRows() {
      return new Known<>(
          records, places, markColumn, new byte[0], timeMillis, earlier, occupied, describe);
    }

    /** The number of a place of which cells are sorted and not written. */
    int sortedOnly() {
      return places.size();
    }

    /** The number of the place of the note. */
    int noted() {
      return places.size() + 1;
    }
  }

  private final Known<R> known;

  StampedCells(Known<R> known) {
    this.known = known;
  }

  @Override
  public MergedCells.Part ofPart(String family) {
    return new Part(Arrays.equals(Bytes.toBytes(family), known.rowsFamily()));
  }

  /** One part. Used by one thread. */
  private final class Part implements MergedCells.Part {
    private final boolean hasAllRows;
    private final EncodedCell stamped = new EncodedCell();
    private final Map<Integer, Batch> batches = new HashMap<>();

    /** The row at hand, of which a numbered cell was seen. */
    private byte[] row;

    private long number;

    /** The record's row that an entry of the row at hand names; null of other rows. */
    private byte[] owner;

    Part(boolean hasAllRows) {
      this.hasAllRows = hasAllRows;
    }

    @Override
    public Cell cell(Cell sorted) throws IOException {
      long time = sorted.timestamp();
      if (!NumberedTime.isOne(time)) {
        return sorted;
      }
      int at = NumberedTime.place(time);
      long record = NumberedTime.record(time);
      if (at == known.noted()) {
        return stamped.of(sorted, known.timeMillis(), null);
      }
      Place<R> place = at == known.sortedOnly() ? ofRecords() : known.places().get(at);
      if (row == null || !isOfRow(sorted)) {
        begin(sorted, place, record);
      } else if (record != number) {
        throw twice(sorted, place, record);
      }
      if (at == known.sortedOnly()) {
        return null;
      }
      return stamped.of(sorted, known.timeMillis(), place.isOfRecords() ? mark(sorted) : null);
    }

    private Place<R> ofRecords() {
      return known.places().get(known.places().size() - 1);
    }

    private boolean isOfRow(Cell cell) {
      return Arrays.equals(
          row, 0, row.length, cell.array(), cell.rowOffset(), cell.rowOffset() + cell.rowLength());
    }

    private void begin(Cell cell, Place<R> place, long record) throws IOException {
      row = cell.row();
      number = record;
      owner = place.isUnique() && cell.qualifierLength() == 0 ? cell.value() : null;
      boolean looked = place.isUnique() || (place.isOfRecords() && hasAllRows);
      if (looked && known.occupied().contains(place.number())) {
        Batch batch = batches.computeIfAbsent(place.number(), each -> new Batch(place));
        batch.add(row, owner, record);
      }
    }

    private LoadRefusedException twice(Cell cell, Place<R> place, long record) {
      String both = known.describe().apply(record) + " and " + known.describe().apply(number);
      byte[] other = cell.value();
      if (place.isUnique() && owner != null && !Arrays.equals(owner, other)) {
        return new LoadRefusedException(
            both
                + ", whose rows are "
                + Bytes.toStringBinary(other)
                + " and "
                + Bytes.toStringBinary(owner)
                + ", have the same value of unique index "
                + place.index().name());
      }
      return new LoadRefusedException(
          both
              + " have the same key: row "
              + Bytes.toStringBinary(place.isUnique() && owner != null ? owner : row)
              + (place.isOfRecords() || place.isUnique() ? "" : " of table " + place.table()));
    }

    /** A mark has the time among its bytes. */
    private byte[] mark(Cell cell) {
      return isMark(cell) ? NewRecords.markAt(cell.value(), known.timeMillis()) : null;
    }

    private boolean isMark(Cell cell) {
      Column column = known.markColumn();
      return column != null
          && Bytes.equals(
              column.qualifier(),
              0,
              column.qualifier().length,
              cell.array(),
              cell.qualifierOffset(),
              cell.qualifierLength())
          && Bytes.equals(
              column.family(),
              0,
              column.family().length,
              cell.array(),
              cell.familyOffset(),
              cell.familyLength());
    }

    @Override
    public void end() throws IOException {
      for (Batch batch : batches.values()) {
        batch.look();
      }
    }
  }

  /** Rows of one place that wait to be looked up. */
  private final class Batch {
    private final Place<R> place;
    private final List<byte[]> rows = new ArrayList<>();
    private final List<byte[]> owners = new ArrayList<>();
    private final Map<byte[], Long> numbers = new TreeMap<>(Arrays::compareUnsigned);

    Batch(Place<R> place) {
      this.place = place;
    }

    void add(byte[] row, byte[] owner, long record) throws IOException {
      rows.add(row);
      owners.add(owner);
      numbers.put(row, record);
      if (rows.size() == ROWS) {
        look();
      }
    }

    void look() throws IOException {
      if (rows.isEmpty()) {
        return;
      }
      if (place.isUnique()) {
        lookForOwners();
      } else {
        lookForRows();
      }
      rows.clear();
      owners.clear();
      numbers.clear();
    }

    private String of(byte[] row) {
      return known.describe().apply(numbers.get(row));
    }

    private void lookForRows() throws IOException {
      Set<Long> own = new HashSet<>(known.earlier());
      for (NewRecords.Present each : known.records().present(rows)) {
        if (own.contains(each.latestMillis())) {
          continue; // what this load gave the table before it was stopped
        }
        String row = " row " + Bytes.toStringBinary(each.row()) + " of table " + place.table();
        if (each.hasCells()) {
          throw new LoadRefusedException(
              of(each.row())
                  + " is not new:"
                  + row
                  + " is there, as of "
                  + each.latestMillis()
                  + ". A load is of new records: put the others, or delete theirs first");
        }
        if (each.latestMillis() >= known.timeMillis()) {
          throw new LoadRefusedException(
              of(each.row())
                  + " would be hidden by a deletion:"
                  + row
                  + " was deleted as of "
                  + each.latestMillis()
                  + ", and the load's time is "
                  + known.timeMillis()
                  + "; load again");
        }
      }
    }

    private void lookForOwners() throws IOException {
      for (NewRecords.TakenEntry each :
          known.records().taken(place.index(), rows, owners, known.timeMillis())) {
        throw new LoadRefusedException(
            of(each.entry())
                + ", row "
                + Bytes.toStringBinary(each.row())
                + ", has the value of unique index "
                + place.index().name()
                + " that record "
                + Bytes.toStringBinary(each.owner())
                + " of the table has, or is being given");
      }
    }
  }
}
