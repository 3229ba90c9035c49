package io.rowandb.design.check;

import io.rowandb.design.plan.PlanException;
import io.rowandb.design.plan.PlannedColumn;
import io.rowandb.design.plan.TablePlan;
import io.rowandb.design.sample.SampleFile;
import io.rowandb.design.text.ShortText;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The fields of a sample that a plan speaks of. */
public final class UsedFields {
  private UsedFields() {}

  /** Those of key, columns, identity, patterns' own columns not among them; sorted. */
  public static List<String> of(TablePlan plan) {
    Set<String> used = new TreeSet<>(plan.identity());
    plan.key().forEach(part -> used.addAll(part.fields()));
    for (PlannedColumn column : plan.columns()) {
      used.add(column.field());
      used.add(column.namedBy());
    }
    plan.patterns()
        .forEach(
            pattern -> {
              used.addAll(pattern.equal());
              used.add(pattern.range());
              used.add(pattern.order());
              used.addAll(pattern.named());
            });
    used.add(plan.versionField());
    plan.arrivalField().ifPresent(used::add);
    used.remove("");
    return List.copyOf(used);
  }

  /** Those whose values are compared: of key, names of columns and patterns. */
  static List<String> read(TablePlan plan) {
    Set<String> read = new TreeSet<>();
    plan.key().forEach(part -> read.addAll(part.fields()));
    plan.columns().forEach(column -> read.add(column.namedBy()));
    plan.patterns()
        .forEach(
            pattern -> {
              read.addAll(pattern.equal());
              read.add(pattern.range());
              read.addAll(pattern.named());
            });
    read.remove("");
    return List.copyOf(read);
  }

  /**
   * Refuses a sample that lacks one of them.
   *
   * @throws PlanException naming it, and those that the sample has
   */
  public static void check(TablePlan plan, SampleFile sample) throws PlanException {
    for (String field : of(plan)) {
      if (!sample.fields().contains(field)) {
        throw new PlanException(
            "field "
                + ShortText.quoted(field)
                + " of design "
                + ShortText.cut(plan.table())
                + " is not in the sample, whose fields are "
                + ShortText.names(sample.fields()));
      }
    }
  }
}
