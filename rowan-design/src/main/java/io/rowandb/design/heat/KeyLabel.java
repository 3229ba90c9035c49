package io.rowandb.design.heat;

import io.rowandb.design.key.PlannedKey;
import io.rowandb.design.plan.FieldType;
import io.rowandb.design.plan.PlannedPart;
import io.rowandb.design.plan.PlannedPart.Hash;
import io.rowandb.design.plan.PlannedPart.Literal;
import io.rowandb.design.plan.PlannedPart.Salt;
import io.rowandb.design.plan.TablePlan;
import io.rowandb.design.text.ShortText;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Row keys for people, part by part as they are declared: {@code hash 3fa2, phone 138…}. What is
 * hashed is told too; counted times are told in UTC.
 */
final class KeyLabel {
  /** Characters of a value that are shown. */
  private static final int MOST = 40;

  /** Bytes of a hash that are shown. */
  private static final int HASH_BYTES = 4;

  private final TablePlan plan;
  private final List<PlannedPart> parts;
  private final int[][] places;

  KeyLabel(TablePlan plan, List<String> fields) {
    this.plan = plan;
    this.parts = plan.key();
    this.places =
        parts.stream()
            .map(each -> each.fields().stream().mapToInt(fields::indexOf).toArray())
            .toArray(int[][]::new);
  }

  /** Of the key that was written last, for a row. */
  String of(PlannedKey key, String[] row) {
    Set<String> said = new LinkedHashSet<>(); // a field's second part adds nothing
    for (int i = 0; i < places.length; i++) {
      PlannedPart part = parts.get(i);
      int start = i == 0 ? 0 : key.end(i - 1);
      if (part instanceof Salt) {
        said.add("bucket " + (key.bytes()[start] & 0xFF));
      } else if (part instanceof Literal literal) {
        addLiteral(literal, said);
      } else {
        if (part instanceof Hash hash) {
          said.add("hash " + hash(hash, key, start, key.end(i)));
        }
        for (int field = 0; field < places[i].length; field++) {
          String name = part.fields().get(field);
          said.add(name + " " + value(plan.type(name), row[places[i][field]]));
        }
      }
    }
    return said.isEmpty() ? "the only key" : String.join(", ", said);
  }

  private static void addLiteral(Literal literal, Set<String> said) {
    if (!isSeparator(literal)) {
      said.add("\"" + cut(literal.text()) + "\"");
    }
  }

  /** What ends a value says nothing to people. */
  private static boolean isSeparator(Literal literal) {
    return literal.text().chars().noneMatch(Character::isLetterOrDigit);
  }

  private static String hash(Hash hash, PlannedKey key, int start, int end) {
    if (hash.isHex()) {
      return new String(key.bytes(), start, end - start, StandardCharsets.US_ASCII);
    }
    int shown = Math.min(end, start + HASH_BYTES);
    return HexFormat.of().formatHex(key.bytes(), start, shown) + (shown < end ? "…" : "");
  }

  /** A value for people: a time that is counted since 1970 as one that is read. */
  static String value(FieldType type, String text) {
    boolean isCounted =
        type.pattern().equals(FieldType.MILLIS) || type.pattern().equals(FieldType.SECONDS);
    OptionalLong millis = isCounted ? type.millis(text) : OptionalLong.empty();
    return millis.isPresent() ? Instant.ofEpochMilli(millis.getAsLong()).toString() : cut(text);
  }

  static String cut(String value) {
    return ShortText.cut(value, MOST);
  }
}
