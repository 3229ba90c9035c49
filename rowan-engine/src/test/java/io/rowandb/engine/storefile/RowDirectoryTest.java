package io.rowandb.engine.storefile;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellCodec;
import io.rowandb.engine.cell.CellOrder;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** The numbers of a directory keep the order of rows, whatever these share and contain. */
class RowDirectoryTest {
  @Provide
  Arbitrary<byte[]> rows() {
    // Few values of bytes, so that rows share beginnings, end early, and contain what pads them.
    return Arbitraries.of((byte) 0, (byte) 1, (byte) -1).array(byte[].class).ofMaxSize(9);
  }

  @Provide
  Arbitrary<List<byte[]>> blocks() {
    return rows().list().ofMinSize(1).ofMaxSize(30);
  }

  @Property
  void cellsOutsideTheNumbersRangeNeedNoComparison(
      @ForAll("blocks") List<byte[]> rows, @ForAll("rows") byte[] searched) {
    List<Cell> cells = rows.stream().map(CellCodec::firstOnRow).sorted(CellOrder.INSTANCE).toList();
    ByteSink bytes = new ByteSink(64);
    int[] offsets = new int[cells.size() + 3];
    for (int i = 0; i < cells.size(); i++) {
      offsets[i] = bytes.size();
      bytes.put(cells.get(i).array());
    }
    RowDirectory directory = new RowDirectory(bytes.array(), offsets, cells.size());
    assertThat(directory.count()).isEqualTo(cells.size());

    Cell key = CellCodec.firstOnRow(searched);
    long number = directory.number(key);
    int low = directory.firstAtLeast(number, 0, cells.size());
    int high = directory.firstAbove(number, low, cells.size());
    assertThat(low).isLessThanOrEqualTo(high);
    for (int i = 0; i < cells.size(); i++) {
      assertThat(directory.offset(i)).isEqualTo(offsets[i]);
      int order = CellOrder.compareRows(cells.get(i), key);
      if (i < low) {
        assertThat(order).isNegative();
      } else if (i >= high) {
        assertThat(order).isPositive();
      }
    }
  }
}
