package io.rowandb.design.advise;

import io.rowandb.design.plan.FieldType;
import io.rowandb.design.plan.PlannedColumn;
import io.rowandb.design.plan.PlannedFamily;
import io.rowandb.design.plan.PlannedPart.Literal;
import io.rowandb.design.plan.PlannedPart.Value;
import io.rowandb.design.plan.PlannedPattern;
import io.rowandb.design.plan.TablePlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The same columns in one family, with short names, and settings that the questions need. */
final class ColumnChoices {
  private final TablePlan plan;
  private final SampleRows sample;
  private final SteadyFields records;
  private final Map<PlannedColumn, PlannedColumn> changed = new HashMap<>();
  private final List<PlannedColumn> columns = new ArrayList<>();
  private final Set<String> names = new HashSet<>();

  private ColumnChoices(TablePlan plan, SampleRows sample, SteadyFields records) {
    this.plan = plan;
    this.sample = sample;
    this.records = records;
  }

  static TablePlan tidy(TablePlan plan, SampleRows sample, SteadyFields records) {
    ColumnChoices choices = new ColumnChoices(plan, sample, records);
    boolean isOne = choices.isOneFamily();
    Set<String> inKey = choices.inKey();
    for (PlannedColumn each : plan.columns()) {
      boolean isHeld = inKey.contains(each.field()) && !each.isNamedByField();
      if (!isHeld || plan.columns().size() == 1) {
        choices.add(each, isOne);
      }
    }
    if (choices.columns.isEmpty() && !plan.columns().isEmpty()) {
      choices.add(plan.columns().get(0), isOne);
    }
    List<PlannedFamily> families =
        isOne
            ? List.of(choices.family("d", choices.used()))
            : choices.used().stream()
                .map(each -> choices.family(each.name(), List.of(each)))
                .toList();
    List<PlannedPattern> patterns = plan.patterns().stream().map(choices::pattern).toList();
    return plan.withColumns(families, choices.columns, patterns);
  }

  /**
   * Families that keep their cells alike can be one, unless names come from data: those of one
   * family could be those of another.
   */
  private boolean isOneFamily() {
    List<PlannedFamily> used = used();
    boolean isTimed = !plan.versionField().isEmpty();
    return used.stream().map(PlannedFamily::ttl).distinct().count() == 1
        && (!isTimed || used.stream().map(PlannedFamily::versions).distinct().count() == 1)
        && (used.size() == 1 || plan.columns().stream().noneMatch(PlannedColumn::isNamedByField));
  }

  /** Those that have columns; all, where the plan lists none. */
  private List<PlannedFamily> used() {
    List<PlannedFamily> used =
        plan.families().stream().filter(each -> !plan.columns(each).isEmpty()).toList();
    return used.isEmpty() ? plan.families() : used;
  }

  /**
   * Fields that can be read back from the key as they were, for ever: one that does not tell
   * records apart may change, and its column with it.
   */
  private Set<String> inKey() {
    Set<String> inKey = new HashSet<>();
    for (int i = 0; i < plan.key().size(); i++) {
      if (plan.key().get(i) instanceof Value value
          && records.isIdentity(value.field())
          && isKept(value, i)) {
        inKey.add(value.field());
      }
    }
    return inKey;
  }

  private boolean isKept(Value value, int place) {
    return switch (value.form()) {
      case TEXT, NUMBER -> value.length() == 0 && isEnded(value, place);
      case INT, LONG -> plan.type(value.field()).kind() == FieldType.Kind.NUMBER;
      case DIGITS ->
          plan.type(value.field()).kind() == FieldType.Kind.NUMBER
              || sample.digits(value.field()) == value.length();
      case TIME ->
          value.written().equals(FieldType.MILLIS)
              || value.written().equals(plan.type(value.field()).pattern());
    };
  }

  /** Whether it is seen where a value of any length ends. */
  private boolean isEnded(Value value, int place) {
    return place == plan.key().size() - 1
        || (plan.key().get(place + 1) instanceof Literal literal
            && !sample.isWithin(literal.text(), value.field()));
  }

  private void add(PlannedColumn column, boolean isOne) {
    PlannedColumn.Count count =
        column.count() == PlannedColumn.Count.NONE
            ? PlannedColumn.Count.NONE
            : PlannedColumn.Count.INCREMENT;
    PlannedColumn made =
        new PlannedColumn(
            isOne ? "d" : column.family(),
            column.field(),
            isAmongData(column) ? column.qualifier() : shortName(column.qualifier()),
            column.namedBy(),
            column.form(),
            count);
    columns.add(made);
    changed.put(column, made);
  }

  /** Whether its family has names from data, which a shorter name could be one of. */
  private boolean isAmongData(PlannedColumn column) {
    return plan.columns().stream()
        .anyMatch(each -> each.isNamedByField() && each.family().equals(column.family()));
  }

  /** The first letter, or the first that is free. */
  private String shortName(String name) {
    String letters = name.replaceAll("[^A-Za-z]", "") + "abcdefghijklmnopqrstuvwxyz";
    for (int i = 0; i < letters.length(); i++) {
      char c = letters.charAt(i);
      if (names.add(String.valueOf(c))) {
        return String.valueOf(c);
      }
    }
    int number = 0;
    while (!names.add("c" + number)) {
      number++;
    }
    return "c" + number;
  }

  private PlannedFamily family(String name, List<PlannedFamily> now) {
    PlannedFamily first = now.get(0);
    int read = plan.patterns().stream().mapToInt(PlannedPattern::versions).max().orElse(1);
    Optional<Duration> back =
        plan.patterns().stream().flatMap(each -> each.back().stream()).max(Duration::compareTo);
    Optional<Duration> ttl =
        first.ttl().map(each -> back.filter(most -> most.compareTo(each) > 0).orElse(each));
    return new PlannedFamily(
        name,
        plan.versionField().isEmpty() ? read : Math.max(read, first.versions()),
        ttl.isEmpty() ? 0 : first.minVersions(),
        ttl,
        PlannedFamily.Bloom.ROW,
        now.size() == 1 && first.isInMemory(),
        first.compression().equals("NONE") ? "ZSTD" : first.compression(),
        first.encoding().equals("NONE") ? "FAST_DIFF" : first.encoding(),
        first.blockBytes());
  }

  /** The pattern with the columns' fields for their names, which are others now. */
  private PlannedPattern pattern(PlannedPattern pattern) {
    List<String> read =
        pattern.columns().stream()
            .flatMap(name -> changed.keySet().stream().filter(each -> isNamed(each, name)))
            .map(each -> each.isNamedByField() ? each.namedBy() : each.field())
            .distinct()
            .sorted()
            .toList();
    return new PlannedPattern(
        pattern.name(),
        pattern.equal(),
        pattern.range(),
        pattern.order(),
        pattern.isDescending(),
        pattern.limit(),
        pattern.perSecond(),
        pattern.versions(),
        read,
        pattern.back(),
        "",
        "");
  }

  private static boolean isNamed(PlannedColumn column, String name) {
    return name.equals(column.field())
        || name.equals(column.qualifier())
        || name.equals(column.namedBy())
        || name.equals(
            column.family()
                + ":"
                + (column.isNamedByField() ? column.namedBy() : column.qualifier()));
  }
}
