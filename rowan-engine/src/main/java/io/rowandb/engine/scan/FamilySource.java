package io.rowandb.engine.scan;

import io.rowandb.engine.cell.CellScanner;
import java.util.List;

/**
 * One family as a scan meets it: its rules, and scanners over its memstores and files.
 *
 * @param family the family's name
 * @param rules which of its cells live
 * @param newestFirst its sources; among equal cells the earlier source wins
 */
public record FamilySource(byte[] family, VersionRules rules, List<CellScanner> newestFirst) {
  /** Copies the list. */
  public FamilySource {
    newestFirst = List.copyOf(newestFirst);
  }
}
