package io.rowandb.engine.cell;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.fuzz.FuzzTarget;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A cell: what the check lets pass is shown without a step outside, and is written back as it was.
 */
public final class CellTarget implements FuzzTarget {
  /** Has nothing to hold. */
  public CellTarget() {}

  @Override
  public void run(byte[] input) {
    String fault = CellCodec.check(input, 0, input.length);
    if (fault != null) {
      assertThat(fault).isNotBlank();
      return;
    }
    Cell cell = new Cell().set(input, 0, input.length, 7);
    assertThat(cell.toString()).isNotBlank();
    byte[] tags =
        cell.tagsLength() == 0
            ? new byte[0]
            : Arrays.copyOfRange(input, cell.tagsOffset(), input.length);
    RowMutation mutation =
        new RowMutation().reset(RowMutation.Kind.PUT, cell.row(), Durability.SYNC_WAL);
    mutation.add(
        cell.family(), cell.qualifier(), cell.timestamp(), cell.type(), cell.value(), tags);
    boolean emptyTags = cell.tagsLength() == 0; // no tags are written when there are none
    byte[] again = Arrays.copyOfRange(mutation.buffer(), Integer.BYTES, mutation.limit());
    assertThat(again).startsWith(Arrays.copyOf(input, cell.valueOffset() + cell.valueLength()));
    assertThat(emptyTags || Arrays.equals(again, input)).isTrue();
    Cell copy = CellSamples.copyOf(cell);
    assertThat(CellOrder.compareCells(cell, copy)).isZero();
    assertThat(CellOrder.compareCells(CellCodec.firstOnRow(cell.row()), cell)).isNegative();
    assertThat(CellOrder.compareCells(CellCodec.lastOnRow(cell.row()), cell)).isPositive();
    byte[] key = CellCodec.keyOnly(cell);
    assertThat(CellCodec.check(key, 0, key.length)).isNull();
  }

  @Override
  public List<byte[]> seeds() {
    List<byte[]> seeds = new ArrayList<>();
    for (Cell cell : CellSamples.sorted(1, 8)) {
      seeds.add(CellSamples.withTags(cell, new byte[0]).array());
      seeds.add(CellSamples.withTags(cell, new byte[] {1, 2, 3}).array());
    }
    return seeds;
  }
}
