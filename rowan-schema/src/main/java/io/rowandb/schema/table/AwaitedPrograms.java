package io.rowandb.schema.table;

import java.util.Map;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * Programs that an upgrade refuses, and that may write for two leases more: in the descriptor of
 * the records' table,
 *
 * <pre>
 *   rowan.awaited   the token of the upgrade, until it has waited
 * </pre>
 *
 * <p>The note comes in one step with the design that refuses them. So whoever makes the next plan
 * after an upgrade that was killed waits in its place. No clock decides. An upgrade that comes in
 * between takes the note over by its own token, and waits from then on, which is longer.
 *
 * <p>What is awaited is by the difference between the design that the table had and the new one,
 * whatever it is: all that the new one refuses. The table in docs/protocol.md names them. Makes no
 * calls.
 */
final class AwaitedPrograms {
  static final String AWAITED = "rowan.awaited";

  /** What takes the note away: HBase removes an attribute without a value. */
  static final Map<String, String> NOBODY = Map.of(AWAITED, "");

  private AwaitedPrograms() {}

  /** Whether an upgrade has refused programs, and none has waited for them. */
  static boolean isNoted(TableDescriptor records) {
    return records.getValue(AWAITED) != null;
  }

  /** Whether programs may be writing that a design refuses when the table knows it. */
  static boolean areRefused(TableDesign<?> design, TableDescriptor records) {
    String before = records.getValue(NewNotes.DESIGN);
    return before == null // anybody may
        || DesignNotes.needsMarks(design, records)
        || new NotedDesign(design.form().lines()).difference(NotedDesign.parse(before)).isPresent();
  }

  /** What the records' table gets with its new design. */
  static Map<String, String> begun(TableDesign<?> design, TableDescriptor records, String token) {
    return isNoted(records) || areRefused(design, records) ? Map.of(AWAITED, token) : Map.of();
  }

  /** What it gets when an upgrade has waited. */
  static Map<String, String> ended(TableDescriptor records, String token) {
    return token.equals(records.getValue(AWAITED)) ? NOBODY : Map.of();
  }
}
