package io.rowandb.design.plan;

import io.rowandb.design.plan.PlannedPart.Coded;
import io.rowandb.design.plan.PlannedPart.Hash;
import io.rowandb.design.plan.PlannedPart.Literal;
import io.rowandb.design.plan.PlannedPart.Salt;
import io.rowandb.design.plan.PlannedPart.Value;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Writes a plan as YAML that {@link TablePlanYaml} reads as the same plan. One thread. */
public final class TablePlanText {
  /** Needs no quotes. */
  private static final String PLAIN = "[A-Za-z][A-Za-z0-9_]*( [A-Za-z0-9_]+)*";

  private final StringBuilder text = new StringBuilder();

  private TablePlanText() {}

  /** Whether a plan has a form in YAML: each part of its key has one. */
  public static boolean isWritable(TablePlan plan) {
    return plan.key().stream().noneMatch(Coded.class::isInstance);
  }

  /**
   * The file's text.
   *
   * @throws IllegalArgumentException when the plan has no such form, naming the part
   */
  public static String of(TablePlan plan) {
    TablePlanText made = new TablePlanText();
    made.head(plan);
    made.text.append("key:\n");
    plan.key().forEach(part -> made.item(part(part)));
    made.text.append("families:\n");
    plan.families()
        .forEach(each -> made.line("  " + scalar(each.name()) + ": " + flow(family(each))));
    made.columns(plan);
    made.tail(plan);
    return made.text.toString();
  }

  /**
   * A part of a key as a line of the list in the file.
   *
   * @throws IllegalArgumentException when it is one of a design in Java
   */
  public static String line(PlannedPart part) {
    return "  - " + flow(part(part)) + "\n";
  }

  private void line(String line) {
    text.append(line).append('\n');
  }

  private void item(Object value) {
    line("  - " + flow(value));
  }

  private void head(TablePlan plan) {
    line("table: " + scalar(plan.table()));
    if (plan.rows() > 0) {
      line("rows: " + plan.rows());
    }
    if (plan.writesPerSecond() > 0) {
      line("writes-per-second: " + number(plan.writesPerSecond()));
    }
    if (!plan.fields().isEmpty()) {
      line("fields:");
      new TreeMap<>(plan.fields())
          .forEach((name, type) -> line("  " + scalar(name) + ": " + scalar(type(type))));
    }
    if (!plan.identity().isEmpty()) {
      line("identity: " + flow(plan.identity()));
    }
  }

  private static String type(FieldType type) {
    String kind = type.kind().name().toLowerCase(Locale.ROOT);
    return type.isTime() ? kind + " " + type.pattern() : kind;
  }

  private void columns(TablePlan plan) {
    if (!plan.columns().isEmpty()) {
      line("columns:");
      plan.columns().forEach(each -> item(column(each)));
    }
  }

  private void tail(TablePlan plan) {
    if (!plan.versionField().isEmpty()) {
      line("version: " + scalar(plan.versionField()));
    }
    if (!plan.splits().keys().isEmpty()) {
      line("splits: " + flow(plan.splits().keys()));
    } else if (plan.splits().regions() > 1) {
      line("regions: " + plan.splits().regions());
    }
    if (plan.isLoadedByFiles()) {
      line("load: bulk");
    }
    if (!plan.arrival().isEmpty()) {
      line("arrival: " + scalar(plan.arrival()));
    }
    if (!plan.patterns().isEmpty()) {
      line("patterns:");
      plan.patterns().forEach(each -> item(pattern(each)));
    }
    if (!plan.cluster().equals(PlannedCluster.USUAL)) {
      line("cluster: " + flow(cluster(plan.cluster())));
    }
    if (!plan.needs().equals(PlannedNeeds.USUAL)) {
      line("needs: " + flow(needs(plan.needs())));
    }
  }

  private static Object part(PlannedPart part) {
    Map<String, Object> map = new LinkedHashMap<>();
    if (part instanceof Literal literal) {
      return new Quoted(literal.text());
    } else if (part instanceof Salt salt) {
      map.put("salt", salt.buckets());
      put(map, "by", salt.fields());
    } else if (part instanceof Hash hash) {
      map.put("hash", hash.fields());
      put(map, "function", hash.function() == PlannedPart.Function.MD5 ? "" : "murmur3");
      map.put("bytes", hash.bytes());
      put(map, "as", hash.isHex() ? "hex" : "");
    } else if (part instanceof Coded coded) {
      throw new IllegalArgumentException(
          coded.describe() + ": a part of a design in Java has no form in YAML");
    } else {
      Value value = (Value) part;
      map.put(value.form().name().toLowerCase(Locale.ROOT), value.field());
      put(map, "as", value.written());
      if (value.length() > 0) {
        map.put("length", value.length());
      }
      put(map, "reversed", value.isReversed() ? "true" : "");
      put(map, "descending", value.isDescending() ? "true" : "");
    }
    return map;
  }

  /** Leaves out what is as usual. */
  private static void put(Map<String, Object> map, String name, Object value) {
    boolean isNothing = value.equals("") || (value instanceof List<?> list && list.isEmpty());
    if (!isNothing) {
      map.put(name, value);
    }
  }

  private static Map<String, Object> family(PlannedFamily family) {
    Map<String, Object> map = new LinkedHashMap<>();
    put(map, "versions", family.versions() == 1 ? "" : family.versions());
    put(map, "min-versions", family.minVersions() == 0 ? "" : family.minVersions());
    put(map, "ttl", family.ttl().map(TablePlanText::duration).orElse(""));
    put(map, "bloom", family.bloom() == PlannedFamily.Bloom.ROW ? "" : word(family.bloom()));
    put(map, "in-memory", family.isInMemory() ? "true" : "");
    put(map, "compression", family.compression().equals("NONE") ? "" : family.compression());
    put(map, "encoding", family.encoding().equals("NONE") ? "" : family.encoding());
    put(map, "block-size", family.blockBytes() == 64 << 10 ? "" : family.blockBytes());
    return map;
  }

  private static String word(Enum<?> word) {
    return word.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static String duration(Duration duration) {
    long seconds = duration.toSeconds();
    return seconds % 86_400 == 0 ? seconds / 86_400 + " days" : seconds + " seconds";
  }

  private static Map<String, Object> column(PlannedColumn column) {
    Map<String, Object> map = new LinkedHashMap<>();
    put(map, "field", column.field());
    map.put("family", column.family());
    put(map, "name", column.isNamedByField() ? "" : column.qualifier());
    put(map, "named-by", column.namedBy());
    put(map, "type", column.form() == PlannedColumn.Form.TEXT ? "" : word(column.form()));
    put(map, "counter", column.count() == PlannedColumn.Count.NONE ? "" : word(column.count()));
    return map;
  }

  private static Map<String, Object> pattern(PlannedPattern pattern) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("name", pattern.name());
    put(map, "equal", pattern.equal());
    put(map, "range", pattern.range());
    put(map, "order", pattern.order() + (pattern.isDescending() ? " descending" : ""));
    put(map, "limit", pattern.limit() == 0 ? "" : pattern.limit());
    put(map, "per-second", pattern.perSecond() == 0 ? "" : number(pattern.perSecond()));
    put(map, "versions", pattern.versions() == 1 ? "" : pattern.versions());
    put(map, "columns", pattern.columns());
    put(map, "back", pattern.back().map(TablePlanText::duration).orElse(""));
    put(map, "start", pattern.start());
    put(map, "stop", pattern.stop());
    return map;
  }

  private static Map<String, Object> cluster(PlannedCluster cluster) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("servers", cluster.servers());
    map.put("heap", cluster.heapBytes());
    put(map, "disk", cluster.diskBytes() == 0 ? "" : cluster.diskBytes());
    return map;
  }

  private static Map<String, Object> needs(PlannedNeeds needs) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("transactions", word(needs.transactions()));
    map.put("joins", needs.joins());
    map.put("free-questions", needs.asksFreely());
    map.put("constraints", needs.hasConstraints());
    return map;
  }

  private static BigDecimal number(double number) {
    BigDecimal read = BigDecimal.valueOf(number).setScale(9, RoundingMode.HALF_UP);
    return new BigDecimal(read.stripTrailingZeros().toPlainString());
  }

  private static String flow(Object value) {
    if (value instanceof Map<?, ?> map) {
      List<String> entries = new ArrayList<>();
      map.forEach((name, each) -> entries.add(scalar(name.toString()) + ": " + flow(each)));
      return "{" + String.join(", ", entries) + "}";
    }
    if (value instanceof Collection<?> list) {
      return "[" + String.join(", ", list.stream().map(TablePlanText::flow).toList()) + "]";
    }
    return value instanceof BigDecimal decimal
        ? decimal.toPlainString()
        : value instanceof Number || value instanceof Boolean
            ? value.toString()
            : value instanceof Quoted quoted ? quoted(quoted.text()) : scalar(value.toString());
  }

  /** A text that is always in quotes. */
  private record Quoted(String text) {}

  private static String scalar(String text) {
    return text.matches(PLAIN) || text.matches("[a-z]+(-[a-z]+)+") ? text : quoted(text);
  }

  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        quoted.append('\\').append(c);
      } else if (c >= ' ' && c < 0x7F) {
        quoted.append(c);
      } else {
        quoted.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      }
    }
    return quoted.append('"').toString();
  }
}
