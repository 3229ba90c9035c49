package io.rowandb.design.check;

import io.rowandb.design.plan.FieldType;
import io.rowandb.design.plan.PlannedColumn;
import io.rowandb.design.plan.PlannedPart;
import io.rowandb.design.plan.PlannedPart.Coded;
import io.rowandb.design.plan.PlannedPart.Form;
import io.rowandb.design.plan.PlannedPart.Hash;
import io.rowandb.design.plan.PlannedPart.Literal;
import io.rowandb.design.plan.PlannedPart.Value;
import io.rowandb.design.plan.PlannedPattern;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Faults of a row key that its parts show. */
final class KeyLint {
  private static final int LONG_KEY = 64;
  private static final int VERY_LONG_KEY = 100;

  private final Checked checked;
  private final List<PlannedPart> key;

  private KeyLint(Checked checked) {
    this.checked = checked;
    this.key = checked.plan.key();
  }

  static void check(Checked checked) {
    KeyLint lint = new KeyLint(checked);
    lint.identity();
    lint.prefixes();
    lint.leadingTime();
    lint.year();
    lint.length();
  }

  private void identity() {
    Set<String> missing = new LinkedHashSet<>(checked.plan.identity());
    key.stream().filter(this::keepsValues).forEach(part -> missing.removeAll(part.fields()));
    checked.plan.columns().stream().map(PlannedColumn::namedBy).forEach(missing::remove);
    if (checked.plan.families().stream().allMatch(each -> each.versions() > 1)) {
      missing.remove(checked.plan.versionField()); // told apart by the time of the cell
    }
    if (!checked.hasRows() || checked.facts.rewritten == 0) {
      missing.removeIf(this::lacksYearAlone); // which is a finding of its own
    }
    if (missing.isEmpty() || checked.plan.isAddedUp()) {
      return;
    }
    String names = String.join(", ", missing);
    boolean isUnseen = checked.hasShares() && checked.facts.rewritten == 0;
    checked.add(
        FindingKind.KEY_NOT_UNIQUE,
        isUnseen ? FindingSeverity.WARNING : FindingSeverity.ERROR,
        isUnseen ? 0.5 : 1,
        "row key",
        "Records are told apart by "
            + String.join(", ", checked.plan.identity())
            + "; of these the key does not hold "
            + names
            + " in full."
            + met(),
        "Two records with the rest equal are one row: the later overwrites the earlier.",
        "Add " + names + " at the end of the key.",
        KeyLines.atEnd(checked.plan, missing));
  }

  /** How often two records met in the sample, if there is one. */
  private String met() {
    if (!checked.hasRows()) {
      return "";
    }
    long rows = checked.facts.rewritten;
    return rows == 0
        ? " No two records of the sample have one key, but it is a small part of the table."
        : " In the sample "
            + Say.count(rows)
            + (rows == 1 ? " row" : " rows")
            + " found another there.";
  }

  /** Whether two values have two forms. */
  private boolean keepsValues(PlannedPart part) {
    if (part instanceof Hash hash) {
      return hash.bytes() >= Checked.UNIQUE_HASH;
    }
    if (part instanceof Coded coded) {
      return coded.keepsValues();
    }
    if (!(part instanceof Value value) || value.form() != Form.TIME) {
      return part instanceof Value;
    }
    FieldType type = checked.plan.type(value.field());
    return units(value.field(), "").containsAll(TimeUnits.of(type.pattern()));
  }

  /** Whether the key has all of a time but its year. */
  private boolean lacksYearAlone(String field) {
    return !timesOf(field).isEmpty()
        && units(field, "yyyy").containsAll(TimeUnits.of(checked.plan.type(field).pattern()));
  }

  /** The units that the parts of a time write, and one more pattern. */
  private Set<String> units(String field, String more) {
    Stream<String> written = timesOf(field).stream().map(Value::written);
    return TimeUnits.of(Stream.concat(written, Stream.of(more)).toList());
  }

  /** The patterns of a time behind one another, as it may be in several parts. */
  private String written(String field) {
    StringBuilder written = new StringBuilder();
    for (PlannedPart part : key) {
      if (part instanceof Value value && value.field().equals(field)) {
        written.append(value.written());
      }
    }
    return written.toString();
  }

  /** The parts that a time is in. */
  private List<Value> timesOf(String field) {
    return key.stream()
        .filter(part -> part instanceof Value value && value.form() == Form.TIME)
        .map(Value.class::cast)
        .filter(value -> value.field().equals(field))
        .toList();
  }

  private void prefixes() {
    for (int i = 0; i + 1 < key.size(); i++) {
      if (key.get(i) instanceof Value value
          && value.width() == 0
          && value.form() != Form.TIME
          && !(key.get(i + 1) instanceof Literal)
          && checked.hashBytesBefore(value.field()) < Checked.UNIQUE_HASH) {
        prefix(value, key.get(i + 1));
      }
    }
  }

  private void prefix(Value value, PlannedPart next) {
    List<String> readers =
        checked.plan.patterns().stream()
            .filter(each -> value.equals(PatternPath.of(checked.plan, each).open()))
            .map(PlannedPattern::name)
            .toList();
    boolean wrong = next.width() == 0 || !readers.isEmpty();
    Optional<String[]> pair = prefixPair(value.field());
    if (!wrong || (checked.hasShares() && pair.isEmpty() && sameLength(value.field()))) {
      return;
    }
    boolean isHashed = checked.hashBytesBefore(value.field()) > 0;
    String wrongRows =
        readers.isEmpty()
            ? "Two pairs of values can make one key, and a prefix finds rows of others."
            : "Wrong rows among the answers of: " + String.join("; ", readers) + ".";
    checked.add(
        FindingKind.PREFIX_AMBIGUOUS,
        checked.severityBehindHash(value.field()),
        isHashed ? 0.1 : 0.9,
        value.describe(),
        "Nothing shows where "
            + value.field()
            + " ends and "
            + next.describe()
            + " begins. "
            + beginAlike(pair, isHashed ? "the values " : "the keys of "),
        isHashed ? "Only where two values have equal hashes, by chance. " + wrongRows : wrongRows,
        "Put a separator that no value contains behind it, or give it a fixed length.",
        value.form() == Form.NUMBER
            ? "  - {long: " + value.field() + "}\n"
            : "  - {text: " + value.field() + "}\n  - \"\\0\"\n");
  }

  private static String beginAlike(Optional<String[]> pair, String what) {
    String and = what.endsWith("of ") ? " and of " : " and ";
    String found =
        pair.map(each -> "In the sample " + what + Say.quoted(each[0]) + and + Say.quoted(each[1]))
            .orElse("T" + what.substring(1) + "\"uid1\"" + and + "\"uid10\"");
    return found + " begin alike.";
  }

  private boolean sameLength(String field) {
    int place = checked.facts.keptPlace(field);
    return checked.kept.stream().mapToInt(row -> row.values()[place].length()).distinct().count()
        == 1;
  }

  /** Two values of the sample of which one begins with the other. */
  private Optional<String[]> prefixPair(String field) {
    if (!checked.hasRows()) {
      return Optional.empty();
    }
    int place = checked.facts.keptPlace(field);
    String[] sorted =
        checked.kept.stream()
            .map(row -> row.values()[place])
            .filter(each -> !each.isEmpty())
            .distinct()
            .sorted()
            .toArray(String[]::new);
    for (int i = 1; i < sorted.length; i++) {
      if (sorted[i].startsWith(sorted[i - 1])) {
        return Optional.of(new String[] {sorted[i - 1], sorted[i]});
      }
    }
    return Optional.empty();
  }

  /** With a sample {@link SkewLint} measures what this can only suspect. */
  private void leadingTime() {
    boolean isMeasured = checked.hasShares();
    Optional<PlannedPart> first = checked.leadingPart().filter(checked::isRisingTime);
    if (!isMeasured && first.isPresent()) {
      checked.error(
          FindingKind.TIME_FIRST,
          1,
          first.get().describe(),
          "Rows arrive in the order of "
              + first.get().fields().get(0)
              + ", and that is the order of the keys. A sample shows how much of it.",
          "One server takes all writes, whatever the number of servers and splits.",
          "Put a hash of what is asked for first, or a salt.",
          SkewLint.remedyKey(checked));
    }
  }

  private void year() {
    Set<String> told = new LinkedHashSet<>();
    for (PlannedPart part : key) {
      if (part instanceof Value value
          && value.form() == Form.TIME
          && value.format() != null
          && !written(value.field()).matches(".*[yu].*")
          && value.written().matches(".*[MLDdwW].*")
          && told.add(value.field())) {
        checked.warning(
            FindingKind.TIME_LACKS_YEAR,
            0.5,
            value.describe(),
            "\"" + value.written() + "\" is the same each year.",
            "Rows of all years lie among one another; a month cannot be read or dropped alone."
                + (checked.plan.identity().contains(value.field())
                    ? " Two records whole years apart are one row."
                    : ""),
            "Begin the time with its year.",
            "  - {time: "
                + value.field()
                + ", as: "
                + ("yyyy" + value.written()).replaceAll("[^A-Za-z]", "")
                + "}\n");
      }
    }
  }

  private void length() {
    double mean =
        checked.hasRows()
            ? checked.facts.meanKeyBytes()
            : key.stream().mapToInt(PlannedPart::width).sum();
    if (mean <= LONG_KEY) {
      return;
    }
    double cells = checked.hasRows() ? Math.max(1, checked.facts.cellsARow()) : 1;
    checked.add(
        FindingKind.KEY_LONG,
        mean > VERY_LONG_KEY ? FindingSeverity.WARNING : FindingSeverity.HINT,
        0.1,
        "row key",
        String.format(Locale.ROOT, "%.0f bytes", mean)
            + (checked.hasRows()
                ? " on average, the longest "
                    + Say.count(checked.facts.longestKey)
                    + ": "
                    + Say.quoted(checked.facts.longestKeyExample)
                : ""),
        Say.bytes(mean * cells * checked.rows())
            + " of keys in "
            + checked.rowsText()
            + ", before compression, in memory and in the log.",
        "Write numbers and times as bytes; keep long texts in a column and their hash in the key.");
  }
}
