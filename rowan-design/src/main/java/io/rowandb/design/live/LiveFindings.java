package io.rowandb.design.live;

import io.rowandb.design.check.DesignFinding;
import io.rowandb.design.check.FindingKind;
import io.rowandb.design.check.FindingSeverity;
import io.rowandb.design.check.Say;
import io.rowandb.schema.table.TableDifference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What a table and its rows have against its design. */
final class LiveFindings {
  private static final long WIDEST = 1_000_000;
  private static final int SHOWN = 5;

  private LiveFindings() {}

  static DesignFinding unknown(String reason) {
    return new DesignFinding(
        FindingKind.DESIGN_UNKNOWN,
        FindingSeverity.HINT,
        0,
        "row key",
        reason + " The key is taken for bytes.",
        "Fields of the key, and questions, are not judged.",
        "Give its design: --class.",
        "");
  }

  /** What changes how bytes are read is an error; attributes of families are not. */
  static DesignFinding differs(TableDifference difference) {
    boolean isAttribute =
        difference.what().startsWith("family ")
            && !difference.found().equals(TableDifference.NOTHING);
    return new DesignFinding(
        FindingKind.TABLE_DIFFERS,
        isAttribute ? FindingSeverity.WARNING : FindingSeverity.ERROR,
        isAttribute ? 0.3 : 1,
        difference.what(),
        "Declared is " + difference.declared() + "; the table has " + difference.found() + ".",
        isAttribute
            ? "The table keeps, finds or stores cells otherwise than its program expects."
            : "The program reads other values than were written, or none.",
        isAttribute
            ? "Alter the table, or change the declaration."
            : "Open the table with the design that it was made by, or move its records.",
        "");
  }

  static List<DesignFinding> of(LiveRows rows) {
    List<DesignFinding> findings = new ArrayList<>();
    if (rows.unreadable() > 0) {
      findings.add(unreadable(rows));
    }
    if (!rows.unknown().isEmpty()) {
      findings.add(unknownColumns(rows));
    }
    if (rows.widest() > WIDEST) {
      findings.add(wide(rows));
    }
    return findings;
  }

  private static DesignFinding unreadable(LiveRows rows) {
    long all = rows.unreadable() + rows.read();
    return new DesignFinding(
        FindingKind.ROWS_UNREADABLE,
        FindingSeverity.ERROR,
        (double) rows.unreadable() / all,
        "rows",
        Say.count(rows.unreadable())
            + " of "
            + Say.count(all)
            + " rows are of no record. The first: "
            + rows.firstUnreadable()
            + ".",
        "Programs that scan them fail.",
        "Find who writes them; ./rowan shell shows them. Move them, or delete them.",
        "");
  }

  private static DesignFinding unknownColumns(LiveRows rows) {
    List<String> names = new ArrayList<>();
    rows.unknown().entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .limit(SHOWN)
        .forEach(each -> names.add(each.getKey() + " in " + Say.count(each.getValue())));
    long most = rows.unknown().values().stream().mapToLong(each -> each).max().orElse(0);
    return new DesignFinding(
        FindingKind.COLUMNS_UNKNOWN,
        FindingSeverity.HINT,
        Math.min(1, (double) most / rows.read()),
        "columns",
        "No field has " + String.join(", ", names) + " of " + Say.count(rows.read()) + " rows.",
        "They take room, and updates of the record leave them as they are.",
        "Declare them, or delete them.",
        "");
  }

  private static DesignFinding wide(LiveRows rows) {
    return new DesignFinding(
        FindingKind.ROW_TOO_WIDE,
        FindingSeverity.ERROR,
        0.5,
        "row " + rows.widestRow(),
        "It has " + Say.count(rows.widest()) + " cells.",
        "A row is never split: it stays in one region, and one read of it is one answer.",
        "Put a part of the name into the row key.",
        "");
  }
}
