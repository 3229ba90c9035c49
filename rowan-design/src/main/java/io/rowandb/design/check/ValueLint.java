package io.rowandb.design.check;

import io.rowandb.design.key.KeyFault;
import io.rowandb.design.plan.PlannedPattern;
import java.util.List;
import java.util.Map;

/** Faults that values of the sample have in the key: lost rows, empty parts, separators. */
final class ValueLint {
  private final Checked checked;

  private ValueLint(Checked checked) {
    this.checked = checked;
  }

  static void check(Checked checked) {
    if (checked.facts != null) {
      ValueLint lint = new ValueLint(checked);
      lint.overwritten();
      lint.equalTimes();
      checked.facts.parts.values().forEach(lint::part);
    }
  }

  private void overwritten() {
    SampleFacts facts = checked.facts;
    if (facts.lost == 0) {
      return;
    }
    boolean isSure = !checked.plan.identity().isEmpty();
    double share = (double) facts.lost / facts.keyed;
    int versions =
        checked.plan.families().stream().mapToInt(each -> each.versions()).min().orElse(1);
    checked.add(
        FindingKind.ROWS_OVERWRITTEN,
        isSure || share > 0.5 ? FindingSeverity.ERROR : FindingSeverity.WARNING,
        0.5 + share / 2,
        "row key",
        Say.count(facts.rewritten)
            + " of "
            + Say.count(facts.keyed)
            + " rows found "
            + (isSure ? "another record" : "other values")
            + " under their key"
            + (versions > 1
                ? "; beyond " + versions + " versions, " + Say.count(facts.lost) + " are lost"
                : "")
            + "."
            + facts.lostPairs.examples(),
        Say.percent(share)
            + " of the records are gone, without an error."
            + (isSure
                ? ""
                : " If later rows are meant to replace earlier ones, say what a record is: identity."),
        "Add to the key what tells them apart: a sequence, the author, a finer time.",
        isSure ? "" : "identity: [FIELD, …]\n");
  }

  private void equalTimes() {
    if (checked.facts.equalTimes == 0) {
      return;
    }
    double share = (double) checked.facts.equalTimes / checked.facts.keyed;
    checked.error(
        FindingKind.TIMES_OVERWRITTEN,
        0.5 + share / 2,
        "version " + checked.plan.versionField(),
        Say.rowsHave(checked.facts.equalTimes)
            + " the cell and time of another record."
            + checked.facts.equalPairs.examples(),
        (checked.facts.equalTimes == 1 ? "One is" : "They are") + " gone, whatever VERSIONS is.",
        "Put what tells them apart into the row key or the qualifier, not into versions.",
        "columns:\n  - {family: " + checked.plan.families().get(0).name() + ", named-by: FIELD}\n");
  }

  private void part(PartTally tally) {
    for (Map.Entry<KeyFault, Long> each : tally.faults.entrySet()) {
      checked.error(
          FindingKind.VALUE_UNREADABLE,
          0.5 + (double) each.getValue() / checked.facts.rows / 2,
          tally.field,
          Say.rowsHave(each.getValue())
              + " no key: "
              + Say.quoted(tally.faultExamples.get(each.getKey()))
              + " "
              + each.getKey().reason()
              + ".",
          (each.getValue() == 1 ? "It" : "These rows") + " cannot be written.",
          "Give the part the width or the pattern that its values have, or clean the rows.");
    }
    if (tally.empty > 0) {
      checked.add(
          FindingKind.KEY_PART_EMPTY,
          FindingSeverity.WARNING,
          (double) tally.empty / checked.facts.rows,
          tally.field,
          Say.rowsHave(tally.empty) + " no value there.",
          "They lie together in one place, and look like a prefix of all others.",
          "Refuse such rows, or write a value that stands for none.");
    }
    if (tally.separated > 0 && checked.hashBytesBefore(tally.field) < Checked.UNIQUE_HASH) {
      separator(tally);
    }
  }

  private void separator(PartTally tally) {
    List<String> readers =
        checked.plan.patterns().stream()
            .filter(each -> each.equal().contains(tally.field))
            .map(PlannedPattern::name)
            .toList();
    checked.add(
        FindingKind.SEPARATOR_IN_VALUE,
        checked.severityBehindHash(tally.field),
        checked.hashBytesBefore(tally.field) > 0 ? 0.1 : 0.6,
        tally.field + " before " + Say.quoted(tally.separator),
        Say.rowsHave(tally.separated)
            + " "
            + Say.quoted(tally.separator)
            + " in the value, such as "
            + Say.quoted(tally.separatedExample)
            + ".",
        (checked.hashBytesBefore(tally.field) > 0
                ? "Only where they have equal hashes, by chance, the key of "
                : "The key of ")
            + Say.quoted(tally.separatedExample)
            + " lies under "
            + Say.quoted(
                tally.separatedExample.substring(
                    0, tally.separatedExample.indexOf(tally.separator)))
            + (readers.isEmpty() ? "." : ": wrong rows for " + String.join("; ", readers) + "."),
        "Take a separator that no value contains, such as \\0, or a hash of fixed length.",
        "  - {text: " + tally.field + "}\n  - \"\\0\"\n");
  }
}
