package io.rowandb.design.check;

import io.rowandb.design.key.ColumnTally;
import io.rowandb.design.key.PlannedKey;
import io.rowandb.design.key.ShortHash;
import io.rowandb.design.plan.FieldType;
import io.rowandb.design.plan.PlannedColumn;
import io.rowandb.design.plan.PlannedFamily;
import io.rowandb.design.plan.PlannedPart;
import io.rowandb.design.plan.PlannedPart.Coded;
import io.rowandb.design.plan.PlannedPart.Literal;
import io.rowandb.design.plan.PlannedPart.Salt;
import io.rowandb.design.plan.PlannedPart.Value;
import io.rowandb.design.plan.TablePlan;
import io.rowandb.design.sample.SampleFile;
import io.rowandb.design.sketch.SeenCells;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** Writes the key of each row of a sample and notes what the checks ask. One thread. */
final class SampleRun {
  /** 22 bytes each: 370 MB, for 12 million cells told apart exactly. */
  private static final int SLOTS = 1 << 24;

  /** Characters of a value that is kept; longer ones are no key. */
  static final int LONGEST_KEPT = 1000;

  // Fixed at construction.
  private final TablePlan plan;
  private final SampleFacts facts;
  private final PlannedKey key;
  private final PartTally[] tallies;
  private final int[] tallyPlaces;
  private final int[] leadingPlaces;
  private final int[] namePlaces;
  private final int[] contentPlaces;
  private final int[] keptPlaces;
  private final int arrivalPlace;
  private final FieldType arrivalType;
  private final int versionPlace;
  private final int versions;
  private final long now;
  private final SeenCells cells;
  private final SeenCells timedCells;

  private SampleRun(TablePlan plan, SampleFacts facts, long now) {
    this.plan = plan;
    this.facts = facts;
    this.now = now;
    this.key = new PlannedKey(plan, facts::place);
    List<PartTally> all = new ArrayList<>();
    for (int i = 0; i < plan.key().size(); i++) {
      if (plan.key().get(i) instanceof Value value) {
        all.add(new PartTally(value.field(), separatorBehind(i)));
      } else if (plan.key().get(i) instanceof Coded coded) {
        all.add(new PartTally(coded.field(), ""));
      }
    }
    all.forEach(each -> facts.parts.putIfAbsent(each.field, each));
    this.tallies = facts.parts.values().toArray(PartTally[]::new);
    this.tallyPlaces = facts.parts.keySet().stream().mapToInt(facts::place).toArray();
    facts.leadingFields = leadingFields(plan);
    this.leadingPlaces = places(facts.leadingFields);
    this.namePlaces =
        places(
            plan.columns().stream()
                .filter(PlannedColumn::isNamedByField)
                .map(PlannedColumn::namedBy)
                .toList());
    this.contentPlaces = contentPlaces();
    this.keptPlaces = places(facts.keptFields);
    this.arrivalPlace = plan.arrivalField().map(facts::place).orElse(-1);
    this.arrivalType = plan.arrivalField().map(plan::type).orElse(FieldType.TEXT);
    this.versionPlace = facts.place(plan.versionField());
    this.versions = plan.families().stream().mapToInt(PlannedFamily::versions).min().orElse(1);
    boolean timed = versionPlace >= 0;
    this.cells = new SeenCells(timed ? SLOTS / 2 : SLOTS);
    this.timedCells = timed ? new SeenCells(SLOTS / 2) : null;
    for (PlannedColumn each : plan.columns()) {
      facts.columns.add(
          new ColumnTally(each, facts.place(each.field()), facts.place(each.namedBy())));
    }
  }

  private String separatorBehind(int part) {
    boolean isVariable = plan.key().get(part).width() == 0;
    return isVariable
            && part + 1 < plan.key().size()
            && plan.key().get(part + 1) instanceof Literal literal
        ? literal.text()
        : "";
  }

  /** The fields of the first part that is more than a bucket or a literal. */
  static List<String> leadingFields(TablePlan plan) {
    return plan.key().stream()
        .filter(part -> !(part instanceof Salt) && !part.fields().isEmpty())
        .findFirst()
        .map(PlannedPart::fields)
        .orElse(List.of());
  }

  private int[] places(List<String> fields) {
    return fields.stream().mapToInt(facts::place).toArray();
  }

  /**
   * What makes two rows different: what tells records apart, if that is said; else what is stored,
   * but for what is added up.
   */
  private int[] contentPlaces() {
    if (!plan.identity().isEmpty() && !plan.isAddedUp()) {
      return places(plan.identity());
    }
    List<PlannedColumn> stored =
        plan.columns().stream().filter(each -> !each.field().isEmpty()).toList();
    return places(
        stored.isEmpty()
            ? facts.fields
            : stored.stream()
                .filter(each -> each.count() != PlannedColumn.Count.INCREMENT)
                .map(PlannedColumn::field)
                .toList());
  }

  /**
   * Runs a sample.
   *
   * @param limit rows that are read at most
   * @param now milliseconds since 1970; times after it are in the future
   */
  static SampleFacts run(TablePlan plan, SampleFile sample, long limit, long now)
      throws IOException {
    UsedFields.check(plan, sample);
    SampleFacts facts = new SampleFacts(sample.fields(), UsedFields.read(plan));
    SampleRun run = new SampleRun(plan, facts, now);
    for (long i = 0; i < limit; i++) {
      String[] row = sample.next();
      if (row == null) {
        break;
      }
      run.add(row);
    }
    sample.refuseAbsent();
    facts.distinctCells = run.cells.distinct();
    return facts;
  }

  private void add(String[] row) {
    long number = facts.rows++;
    for (int i = 0; i < tallies.length; i++) {
      tallies[i].add(row[tallyPlaces[i]]);
    }
    if (!key.write(row)) {
      fault(row);
      return;
    }
    facts.keyed++;
    facts.keyBytes += key.length();
    if (key.length() > facts.longestKey) {
      facts.longestKey = key.length();
      facts.longestKeyExample = new String(key.copy(), java.nio.charset.StandardCharsets.UTF_8);
    }
    long hash = ShortHash.of64(key.bytes(), key.length());
    noteCells(row, number, hash);
    noteLeading(row);
    for (ColumnTally each : facts.columns) {
      each.add(row);
    }
    if (facts.choice.choosesNext()) {
      facts.choice.put(new KeptRow(arrival(row, number), number, key.copy(), kept(row)));
    }
  }

  /** What of a row the checks read. */
  private String[] kept(String[] row) {
    String[] kept = new String[keptPlaces.length];
    for (int i = 0; i < kept.length; i++) {
      String value = row[keptPlaces[i]];
      kept[i] = value.length() > LONGEST_KEPT ? value.substring(0, LONGEST_KEPT) : value;
    }
    return kept;
  }

  private void fault(String[] row) {
    String field = plan.key().get(key.faultyPart()).fields().get(0);
    facts.parts.get(field).fault(key.fault(), row[facts.place(field)]);
  }

  private long arrival(String[] row, long number) {
    if (arrivalPlace < 0) {
      return number;
    }
    String value = row[arrivalPlace];
    if (arrivalType.isTime()) {
      OptionalLong millis = arrivalType.millis(value);
      return millis.orElse(number);
    }
    return value.matches("-?[0-9]{1,18}") ? Long.parseLong(value) : number;
  }

  private void noteCells(String[] row, long number, long rowHash) {
    long cell = rowHash;
    for (int each : namePlaces) {
      cell = ShortHash.with(cell, row[each]);
    }
    long content = 0;
    for (int each : contentPlaces) {
      content = ShortHash.with(content, row[each]);
    }
    SeenCells.Before before = cells.add(cell, content, number);
    if (namePlaces.length > 0 && before == SeenCells.Before.NOTHING && cells.isKept()) {
      facts.widest.add(rowHash, cells.oneOf(), () -> decoded(row));
    }
    if (before == SeenCells.Before.OTHER) {
      facts.rewritten += cells.oneOf();
      if (cells.count() > versions) {
        facts.lost += cells.oneOf();
        facts.lostPairs.note(cells.firstRow(), number);
      }
    }
    noteTime(row, number, cell, content);
  }

  private void noteTime(String[] row, long number, long cell, long content) {
    if (timedCells == null) {
      return;
    }
    OptionalLong time = plan.type(plan.versionField()).millis(row[versionPlace]);
    if (time.isPresent()) {
      facts.futureTimes += time.getAsLong() > now ? 1 : 0;
      long timed = ShortHash.with(cell, time.getAsLong());
      if (timedCells.add(timed, content, number) == SeenCells.Before.OTHER) {
        facts.equalTimes += timedCells.oneOf();
        facts.equalPairs.note(timedCells.firstRow(), number);
      }
    }
  }

  private void noteLeading(String[] row) {
    long hash = 0;
    for (int each : leadingPlaces) {
      hash = ShortHash.with(hash, row[each]);
    }
    facts.leading.add(hash, () -> named(row, facts.leadingFields, leadingPlaces));
  }

  private String decoded(String[] row) {
    List<String> fields =
        plan.key().stream().flatMap(part -> part.fields().stream()).distinct().toList();
    return named(row, fields, places(fields));
  }

  /** The values of fields of a row, for people. */
  static String named(String[] row, List<String> fields, int[] places) {
    StringBuilder name = new StringBuilder();
    for (int i = 0; i < places.length; i++) {
      name.append(i == 0 ? "" : ", ").append(fields.get(i)).append(' ');
      name.append(Say.quoted(row[places[i]]));
    }
    return name.toString();
  }
}
