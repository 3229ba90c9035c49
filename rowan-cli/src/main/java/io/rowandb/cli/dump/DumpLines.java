package io.rowandb.cli.dump;

import io.rowandb.engine.cell.Cell;
import java.util.Map;

/** Formats parts and cells as lines. */
public interface DumpLines {
  /** The line of a part. */
  String part(String kind, long offset, Map<String, Object> fields);

  /**
   * The line of a cell.
   *
   * @param region the number of its region in a log; -1 in a store file, which does not know it
   */
  String cell(Cell cell, long region);
}
