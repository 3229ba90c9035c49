package io.rowandb.schema.table;

import io.rowandb.schema.key.KeyForm;
import io.rowandb.schema.key.NotedKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How a design encodes bytes, as noted in a table's descriptor:
 *
 * <pre>
 *   1;key|user,friend|text to the end + signed, 4 bytes;column i:p|power|signed, 4 bytes
 *   |     |            |
 *   |     place        fields, and the form of their values
 *   version of this format
 * </pre>
 *
 * <p>In texts a backslash is {@code \\}, a bar {@code \p}, a semicolon {@code \s}, the end of a
 * line {@code \n}. A version that has something else to say begins its place with a new word, by
 * which older ones know that they do not understand it: {@link NewerNotes}. Immutable.
 */
final class NotedDesign {
  /** The place of the fields that are declared so; their order does not matter. */
  static final String NEVER_NULL = "never null";

  static final String VERSION_FIELD = "the version";

  /** The place of the field that says how long a record lives. */
  static final String EXPIRY_FIELD = "how long records live";

  private static final String VERSION = "1";
  private static final int PARTS = 3;

  // Fixed at construction.
  private final List<DesignLine> lines;
  private final Map<String, DesignLine> byPlace = new HashMap<>();
  private final Set<String> fields = new HashSet<>();

  NotedDesign(List<DesignLine> lines) {
    this.lines = List.copyOf(lines);
    for (DesignLine line : lines) {
      byPlace.put(line.place(), line);
      if (!line.isOfConstants()) {
        fields.addAll(line.fields());
      }
    }
  }

  /**
   * Of a text.
   *
   * @throws IllegalArgumentException when it is none
   */
  static NotedDesign parse(String text) {
    List<String> entries = Arrays.asList(text.split(";", -1));
    if (!entries.get(0).equals(VERSION)) {
      throw new IllegalArgumentException(
          unknownFormat(text)
              .map(
                  newer ->
                      "the noted design is of "
                          + newer
                          + ", which a newer version of Rowan wrote; this one knows format "
                          + VERSION
                          + ": "
                          + text)
              .orElse("a noted design begins with " + VERSION + ";, and not so: " + text));
    }
    if (entries.size() == 1) {
      throw new IllegalArgumentException("a noted design has at least one line: " + text);
    }
    List<DesignLine> lines = new ArrayList<>();
    for (String entry : entries.subList(1, entries.size())) {
      String[] parts = entry.split("\\|", -1);
      if (parts.length != PARTS) {
        throw new IllegalArgumentException("a noted design has place|fields|form, not " + entry);
      }
      lines.add(
          new DesignLine(
              plain(parts[0]),
              parts[1].isEmpty() ? List.of() : List.of(plain(parts[1]).split(",", -1)),
              plain(parts[2])));
    }
    return new NotedDesign(lines);
  }

  /**
   * What a newer version of Rowan wrote of a text, in words: the number of its format, or a line of
   * a kind that this version does not know. Empty when there is nothing of that, also of what is no
   * design at all.
   */
  static Optional<String> unknown(String text) {
    Optional<String> format = unknownFormat(text);
    if (format.isPresent()) {
      return format;
    }
    NotedDesign noted;
    try {
      noted = parse(text);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
    return noted.lines.stream()
        .filter(line -> !line.isKnown())
        .findFirst()
        .map(line -> "the line '" + line + "'");
  }

  /** The number of a newer format, in words. */
  static Optional<String> unknownFormat(String text) {
    String version = text.substring(0, Math.max(0, text.indexOf(';')));
    return !version.equals(VERSION) && version.matches("[1-9][0-9]{0,8}")
        ? Optional.of("format " + version)
        : Optional.empty();
  }

  List<DesignLine> lines() {
    return lines;
  }

  /** The places of its lines, in their order. */
  List<String> places() {
    return lines.stream().map(DesignLine::place).toList();
  }

  /**
   * Of a key whose parts have values as their numbers in an order: the names of these, by the
   * number of the part.
   *
   * @param place of the key
   */
  Map<Integer, List<String>> constants(String place) {
    String before = DesignLine.placeOfConstants(place);
    Map<Integer, List<String>> constants = new HashMap<>();
    for (DesignLine line : lines) {
      if (line.isOfConstants() && line.place().startsWith(before)) {
        constants.put(Integer.parseInt(line.place().substring(before.length())), line.fields());
      }
    }
    return constants;
  }

  String toText() {
    return lines.stream()
        .map(
            line ->
                escaped(line.place())
                    + '|'
                    + escaped(String.join(",", line.fields()))
                    + '|'
                    + escaped(line.form()))
        .collect(Collectors.joining(";", VERSION + ";", ""));
  }

  private static String escaped(String text) {
    return text.replace("\\", "\\\\").replace("|", "\\p").replace(";", "\\s").replace("\n", "\\n");
  }

  private static String plain(String text) {
    StringBuilder plain = new StringBuilder();
    int at = 0;
    while (at < text.length()) {
      boolean escape = text.charAt(at) == '\\' && at + 1 < text.length();
      plain.append(escape ? unescaped(text.charAt(at + 1)) : text.charAt(at));
      at += escape ? 2 : 1;
    }
    return plain.toString();
  }

  private static char unescaped(char escaped) {
    return switch (escaped) {
      case 'p' -> '|';
      case 's' -> ';';
      case 'n' -> '\n';
      default -> escaped;
    };
  }

  /**
   * The lines of bytes that another design has nothing of, and whoever reads by it does not see.
   */
  List<DesignLine> unseenBy(NotedDesign declared) {
    return lines.stream()
        .filter(line -> line.isOfBytes() && !declared.byPlace.containsKey(line.place()))
        .toList();
  }

  /**
   * Why bytes that were written by this design would be read otherwise by another. Fields may have
   * come, gone, and got other names; what changed its form, its place or the field it is of is
   * named.
   */
  Optional<String> difference(NotedDesign declared) {
    return Stream.concat(
            Stream.concat(
                lines.stream()
                    .filter(DesignLine::isOfBytes)
                    .flatMap(line -> difference(line, declared).stream()),
                Stream.concat(
                    lines.stream()
                        .filter(DesignLine::isOfConstants)
                        .flatMap(line -> otherOrder(line, declared).stream()),
                    fields.stream().flatMap(field -> formerAlone(field, declared).stream()))),
            Stream.concat(
                Stream.of(VERSION_FIELD, EXPIRY_FIELD)
                    .flatMap(place -> otherField(place, declared).stream()),
                Stream.of(neverNull())
                    .filter(noted -> !noted.equals(declared.neverNull()))
                    .map(
                        noted ->
                            "never null are "
                                + noted
                                + "; declared so are "
                                + declared.neverNull())))
        .findFirst();
  }

  /**
   * A version, or a field that says how long records live, may come. A program without the one
   * would write over others unseen; records that one without the other writes would stay. So it is
   * under another name, if that is in another place: neither program sees what the other writes.
   */
  private Optional<String> otherField(String place, NotedDesign declared) {
    DesignLine noted = byPlace.get(place);
    if (noted == null) {
      return Optional.empty();
    }
    String is = place + " is " + noted.fields() + "; declared: ";
    DesignLine now = declared.byPlace.get(place);
    if (now == null) {
      return Optional.of(is + "none");
    }
    if (noted.fields().equals(now.fields())) {
      return Optional.empty();
    }
    if (noted.fields().size() != now.fields().size()
        || !areSame(noted.fields(), now.fields(), declared)) {
      return Optional.of(is + now.fields());
    }
    return written(noted).equals(declared.written(now))
        ? Optional.empty()
        : Optional.of(is + now.fields() + ", in another column");
  }

  /** The places where programs write the fields of a line: each in the first of its own. */
  private List<String> written(DesignLine line) {
    return line.fields().stream()
        .flatMap(
            field ->
                lines.stream()
                    .filter(each -> each.isOfBytes() && has(each, field))
                    .map(DesignLine::place)
                    .limit(1))
        .toList();
  }

  private Set<String> neverNull() {
    DesignLine line = byPlace.get(NEVER_NULL);
    return line == null ? Set.of() : new TreeSet<>(line.fields());
  }

  /** Constants may come at the end, and a program that is older lacks some there. */
  private static Optional<String> otherOrder(DesignLine line, NotedDesign declared) {
    DesignLine now = declared.byPlace.get(line.place());
    if (now == null) {
      return Optional.empty(); // the key has no such part, which another line says
    }
    int both = Math.min(line.fields().size(), now.fields().size());
    return line.fields().subList(0, both).equals(now.fields().subList(0, both))
        ? Optional.empty()
        : Optional.of(
            "its "
                + line.place()
                + " are in the order "
                + line.fields()
                + "; declared: "
                + now.fields());
  }

  /** A field is written in the first of its columns, and what is in a former one may be old. */
  private Optional<String> formerAlone(String field, NotedDesign declared) {
    List<DesignLine> columns =
        lines.stream().filter(each -> each.isOfColumn() && has(each, field)).toList();
    boolean present = columns.isEmpty() || declared.byPlace.containsKey(columns.get(0).place());
    return columns.stream()
        .skip(1)
        .filter(former -> !present && declared.byPlace.containsKey(former.place()))
        .map(
            former ->
                "it has: "
                    + columns.get(0)
                    + "; declared: "
                    + declared.byPlace.get(former.place())
                    + ", where it was formerly, and may be old")
        .findFirst();
  }

  private Optional<String> difference(DesignLine line, NotedDesign declared) {
    DesignLine now = declared.byPlace.get(line.place());
    if (now == null) {
      return line.fields().stream().flatMap(each -> moved(each, declared).stream()).findFirst();
    }
    boolean same =
        now.form().equals(line.form())
            && now.fields().size() == line.fields().size()
            && areSame(line.fields(), now.fields(), declared);
    if (same) {
      return Optional.empty();
    }
    return line.isOfKey()
        ? Optional.of(keyDifference(line, now, declared))
        : Optional.of("it has: " + line + "; declared: " + now);
  }

  /** The first part that differs, in the words of a declaration. */
  private String keyDifference(DesignLine line, DesignLine now, NotedDesign declared) {
    String whole = "it has: " + line + "; declared: " + now;
    NotedKey before;
    NotedKey after;
    try {
      before = NotedKey.of(line.fields(), line.form(), constants(line.place()));
      after = NotedKey.of(now.fields(), now.form(), declared.constants(now.place()));
    } catch (IllegalArgumentException e) {
      return whole; // its parts are known to its program alone
    }
    List<KeyForm> parts = before.forms();
    List<KeyForm> others = after.forms();
    for (int i = 0; i < Math.min(parts.size(), others.size()); i++) {
      KeyForm part = parts.get(i);
      KeyForm other = others.get(i);
      if (!part.form().equals(other.form()) || !areSame(part.fields(), other.fields(), declared)) {
        return "part "
            + (i + 1)
            + " of its "
            + line.place()
            + ofFields(part)
            + " is "
            + before.words().get(i)
            + "; declared"
            + ofFields(other)
            + " is "
            + after.words().get(i)
            + ". The whole: "
            + whole;
      }
    }
    return "its "
        + line.place()
        + " has "
        + parts.size()
        + " parts; declared: "
        + others.size()
        + ". The whole: "
        + whole;
  }

  private static String ofFields(KeyForm part) {
    return part.fields().isEmpty() ? "" : ", " + String.join(" and ", part.fields()) + ",";
  }

  /** A field that is in both designs under its name is not one that got another name. */
  private boolean areSame(List<String> noted, List<String> now, NotedDesign declared) {
    for (int i = 0; i < noted.size(); i++) {
      boolean renamed = !declared.fields.contains(noted.get(i)) && !fields.contains(now.get(i));
      if (!noted.get(i).equals(now.get(i)) && !renamed) {
        return false;
      }
    }
    return true;
  }

  private Optional<String> moved(String field, NotedDesign declared) {
    List<DesignLine> there = declared.lines.stream().filter(each -> has(each, field)).toList();
    boolean stayed =
        there.isEmpty()
            || there.stream()
                .map(each -> byPlace.get(each.place()))
                .anyMatch(each -> each != null && has(each, field));
    if (stayed) {
      return Optional.empty();
    }
    DesignLine before = lines.stream().filter(each -> has(each, field)).findFirst().orElseThrow();
    boolean ofColumns = before.isOfColumn() && there.get(0).isOfColumn();
    return Optional.of(
        "it has: "
            + before
            + "; declared: "
            + there.get(0)
            + (ofColumns
                ? ", and formerly() would name a column that a field had before"
                : ", which has no way but to write the records into a new table"));
  }

  private static boolean has(DesignLine line, String field) {
    return line.fields().contains(field);
  }
}
