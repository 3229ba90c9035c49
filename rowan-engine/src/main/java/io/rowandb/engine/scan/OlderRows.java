package io.rowandb.engine.scan;

import io.rowandb.engine.cell.Cell;
import java.io.IOException;

/** The rows of all sources that are older than what is being rewritten. */
@FunctionalInterface
public interface OlderRows {
  /** Any row may be among them. */
  OlderRows ANY = cell -> true;

  /** Whether the row of a cell may be among them; false is certain. */
  boolean mayHave(Cell cell) throws IOException;
}
