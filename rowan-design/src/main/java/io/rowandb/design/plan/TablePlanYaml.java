package io.rowandb.design.plan;

import io.rowandb.design.text.ShortText;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;

/**
 * Reads a plan from YAML 1.2. Strict: an entry that is not known, a field that is nowhere, a value
 * out of its range is an error that names the file, the line, the value and the rule. The entries
 * are described in {@code docs/design-checker.md}.
 */
public final class TablePlanYaml {
  /** Larger than any design that a person writes, in bytes. */
  private static final long LARGEST = 1 << 20;

  private static final int DEEPEST = 20;

  /** As HBase has it. */
  private static final Pattern TABLE =
      Pattern.compile("([\\p{L}\\p{Nd}_]+:)?[\\p{L}\\p{Nd}_][\\p{L}\\p{Nd}_.-]*");

  /** A table is a directory, whose name has no more in HDFS. */
  private static final int LONGEST_NAME = 255;

  private static final Set<String> CODECS =
      Set.of("NONE", "GZ", "SNAPPY", "LZ4", "ZSTD", "LZO", "BZIP2", "BROTLI", "XZ");

  private static final Set<String> ENCODINGS =
      Set.of("NONE", "PREFIX", "DIFF", "FAST_DIFF", "ROW_INDEX_V1");

  private final String file;

  private TablePlanYaml(String file) {
    this.file = file;
  }

  /**
   * Reads a file.
   *
   * @throws PlanException when it is no plan
   * @throws IOException when it cannot be read
   */
  public static TablePlan read(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new PlanException(
          file + (Files.exists(file) ? " is no file" : ": there is no such file"));
    }
    if (Files.size(file) > LARGEST) {
      throw new PlanException(
          file + ": a design has " + LARGEST + " bytes at most; this has " + Files.size(file));
    }
    return parse(file.toString(), text(file));
  }

  private static String text(Path file) throws IOException {
    try {
      return Files.readString(file);
    } catch (CharacterCodingException e) {
      throw new PlanException(file + " is not UTF-8; convert it first");
    }
  }

  /**
   * Reads a text.
   *
   * @param name of where it comes from, for errors
   * @throws PlanException when it is no plan
   */
  public static TablePlan parse(String name, String text) throws PlanException {
    Optional<Node> root;
    try {
      LoadSettings settings = LoadSettings.builder().setLabel(name).build();
      checkDepth(name, settings, text);
      root = new Compose(settings).composeString(text);
    } catch (YamlEngineException e) {
      throw new PlanException(name + " is no YAML: " + e.getMessage().replaceAll("\\s+", " "));
    }
    if (root.isEmpty()) {
      throw new PlanException(name + " is empty");
    }
    return new TablePlanYaml(name).plan(YamlMap.of(name, root.get(), "a design"));
  }

  /** Composing goes as deep as the text does; a design needs five levels. */
  private static void checkDepth(String name, LoadSettings settings, String text)
      throws PlanException {
    int depth = 0;
    for (Event each : new Parse(settings).parseString(text)) {
      depth += each instanceof CollectionStartEvent ? 1 : 0;
      depth -= each instanceof CollectionEndEvent ? 1 : 0;
      if (depth > DEEPEST) {
        throw new PlanException(
            name
                + ", line "
                + each.getStartMark().map(mark -> mark.getLine() + 1).orElse(1)
                + ": lists and entries are within each other more than "
                + DEEPEST
                + " deep");
      }
    }
  }

  private TablePlan plan(YamlMap map) throws PlanException {
    String table = map.value("table", "", TablePlanYaml::legalTable);
    Map<String, FieldType> fields = fields(map.map("fields"));
    List<PlannedPart> key = new KeyYaml(file, fields).parts(map);
    List<PlannedFamily> families = families(map.map("families"));
    List<PlannedColumn> columns = new ColumnYaml(file, families).columns(map.list("columns"));
    List<String> identity = map.texts("identity");
    KnownNames known = new KnownNames(fields.keySet(), identity, key, columns);
    TablePlan plan =
        new TablePlan(
            table,
            fields,
            identity,
            key,
            families,
            columns,
            map.text("version", ""),
            splits(map),
            isLoadedByFiles(map),
            new PatternYaml(file, known).patterns(map.list("patterns")),
            map.text("arrival", ""),
            map.value("rows", 0L, Quantity::count),
            map.value("writes-per-second", 0L, Quantity::rate),
            cluster(map.map("cluster")),
            needs(map.map("needs")));
    map.end("a design");
    if (table.isEmpty()) {
      throw map.refused("a design needs \"table\", the table's name");
    }
    if (families.isEmpty()) {
      throw map.refused("a design needs \"families\", at least one");
    }
    if (!plan.versionField().isEmpty() && !plan.type(plan.versionField()).isTime()) {
      throw map.refusedAt(
          "version",
          "version: \""
              + plan.versionField()
              + "\" is no time yet: say under \"fields\" how it is read");
    }
    return plan;
  }

  /** A table of another name cannot be made. */
  private static String legalTable(String name) {
    if (name.length() > LONGEST_NAME) {
      throw new IllegalArgumentException(
          "a table's name has " + LONGEST_NAME + " characters at most");
    }
    if (!name.isEmpty() && !TABLE.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "a table's name has letters, digits, _, - and ., with neither - nor . in front; a"
              + " namespace and a colon may be before it");
    }
    return name;
  }

  private static Map<String, FieldType> fields(YamlMap map) throws PlanException {
    Map<String, FieldType> fields = new LinkedHashMap<>();
    for (String name : map.names()) {
      fields.put(name, map.value(name, FieldType.TEXT, FieldType::parse));
    }
    return fields;
  }

  private static List<PlannedFamily> families(YamlMap map) throws PlanException {
    List<PlannedFamily> families = new java.util.ArrayList<>();
    if (map.names().size() > YamlMap.MOST_MEMBERS) {
      throw map.refused("families: " + YamlMap.MOST_MEMBERS + " at most");
    }
    for (String name : map.names()) {
      families.add(family(name, map.mapOrNothing(name)));
    }
    return families;
  }

  private static PlannedFamily family(String name, YamlMap map) throws PlanException {
    PlannedFamily usual = PlannedFamily.of(name);
    if (name.isEmpty()
        || name.contains(":")
        || name.startsWith(".")
        || name.chars().anyMatch(Character::isISOControl)) {
      throw map.refused(
          ShortText.quoted(name)
              + " is no name of a family: without a colon or control characters, and no dot in"
              + " front");
    }
    PlannedFamily family =
        new PlannedFamily(
            name,
            map.number("versions", usual.versions(), 1, Integer.MAX_VALUE / 4),
            map.number("min-versions", 0, 0, Integer.MAX_VALUE / 4),
            Optional.ofNullable(map.value("ttl", null, Quantity::duration)),
            map.word("bloom", usual.bloom(), PlannedFamily.Bloom.class),
            map.truth("in-memory"),
            known(map, "compression", CODECS),
            known(map, "encoding", ENCODINGS),
            (int) (long) map.value("block-size", (long) usual.blockBytes(), TablePlanYaml::block));
    map.end("a family");
    return family;
  }

  private static long block(String text) {
    long bytes = Quantity.bytes(text);
    if (bytes < 1024 || bytes > 16 << 20) {
      throw new IllegalArgumentException("a block has 1 KB to 16 MB");
    }
    return bytes;
  }

  private static String known(YamlMap map, String name, Set<String> words) throws PlanException {
    return map.value(
        name,
        "NONE",
        text -> {
          String upper = text.toUpperCase(Locale.ROOT);
          if (!words.contains(upper)) {
            throw new IllegalArgumentException(
                "this should be one of " + String.join(", ", words.stream().sorted().toList()));
          }
          return upper;
        });
  }

  private static boolean isLoadedByFiles(YamlMap map) throws PlanException {
    return map.value(
        "load",
        false,
        text -> {
          if (!text.equals("puts") && !text.equals("bulk")) {
            throw new IllegalArgumentException("this should be puts or bulk");
          }
          return text.equals("bulk");
        });
  }

  private static PlannedSplits splits(YamlMap map) throws PlanException {
    int regions = map.number("regions", 1, 1, 100_000);
    List<String> keys = map.texts("splits");
    if (!keys.isEmpty() && regions > 1) {
      throw map.refusedAt(
          "regions", "\"regions\" and \"splits\" say the same in two ways: leave out one");
    }
    if (!keys.equals(keys.stream().sorted().distinct().toList()) || keys.contains("")) {
      throw map.refusedAt(
          "splits",
          "\"splits\" should be in their order, none empty, none twice: "
              + ShortText.names(keys.stream().map(ShortText::quoted).toList()));
    }
    return keys.isEmpty()
        ? new PlannedSplits(List.of(), regions)
        : new PlannedSplits(keys, keys.size() + 1);
  }

  private static PlannedCluster cluster(YamlMap map) throws PlanException {
    PlannedCluster usual = PlannedCluster.USUAL;
    PlannedCluster cluster =
        new PlannedCluster(
            map.number("servers", usual.servers(), 1, 100_000),
            map.value("heap", usual.heapBytes(), TablePlanYaml::heap),
            map.value("disk", usual.diskBytes(), Quantity::bytes));
    map.end("a cluster");
    return cluster;
  }

  private static long heap(String text) {
    long bytes = Quantity.bytes(text);
    if (bytes < 1 << 20) {
      throw new IllegalArgumentException("this should be 1 MB or more");
    }
    return bytes;
  }

  private static PlannedNeeds needs(YamlMap map) throws PlanException {
    PlannedNeeds needs =
        new PlannedNeeds(
            map.word(
                "transactions", PlannedNeeds.Transactions.ROW, PlannedNeeds.Transactions.class),
            map.number("joins", 0, 0, 1000),
            map.truth("free-questions"),
            map.truth("constraints"));
    map.end("the needs");
    return needs;
  }
}
