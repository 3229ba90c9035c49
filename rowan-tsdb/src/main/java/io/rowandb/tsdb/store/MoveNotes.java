package io.rowandb.tsdb.store;

import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * What the descriptor of a table of points says of a move to or from tables of another layout, as
 * far as it matters to who changes the descriptor otherwise: whoever writes one that he read before
 * the move went on takes its notes away. Makes no calls.
 */
public final class MoveNotes {
  /** Of a new table: the old one. */
  public static final String FROM = "rowan.tsdb.layout.from";

  /** Of a new table: "true", when it may be read. */
  public static final String WHOLE = "rowan.tsdb.layout.whole";

  /** Of an old table: how far its move is. */
  public static final String PHASE = "rowan.tsdb.layout.phase";

  /** The phase of a move that has ended. */
  public static final String ENDED = "moved";

  private MoveNotes() {}

  /** Whether the table is the old one or the new one of a move that has begun and not ended. */
  static boolean isMoving(TableDescriptor table) {
    String phase = table.getValue(PHASE);
    if (phase != null && !phase.equals(ENDED)) {
      return true;
    }
    return table.getValue(FROM) != null
        && (!Boolean.parseBoolean(table.getValue(WHOLE)) || table.isReadOnly());
  }
}
