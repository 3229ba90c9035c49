package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.bytes;
import static io.rowandb.engine.TestDatabase.drain;
import static io.rowandb.engine.TestDatabase.family;
import static io.rowandb.engine.TestDatabase.putAt;
import static io.rowandb.engine.TestDatabase.region;
import static io.rowandb.engine.TestDatabase.serial;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.rowandb.engine.catalog.TableDescriptor;
import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.compaction.CompactionPolicy;
import io.rowandb.engine.compaction.CompactionPolicy.Wish;
import io.rowandb.engine.compaction.CompactionSelection;
import io.rowandb.engine.io.MemoryFileSystem;
import io.rowandb.engine.region.RefusedException;
import io.rowandb.engine.region.Region;
import io.rowandb.engine.region.RegionScanner;
import io.rowandb.engine.scan.ScanSpec;
import io.rowandb.engine.scenario.Command;
import io.rowandb.engine.scenario.Scenario;
import io.rowandb.engine.scenario.Scenarios;
import io.rowandb.engine.split.SplitRules;
import io.rowandb.engine.split.SplitSettings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

/** When and where regions are split, and which there are when they were split and merged. */
class SplitScenariosTest {
  private static final String HBASE = "org.apache.hadoop.hbase.regionserver.";

  @TestFactory
  Stream<DynamicNode> splits() throws IOException {
    return Scenarios.of("split", OneTable::new);
  }

  /** The attributes of a table: {@code NAME=value} in each line. */
  private static Map<String, String> attributes(Scenario scenario) {
    Map<String, String> attributes = new TreeMap<>();
    String policy = scenario.command().text("policy", null);
    if (policy != null) {
      attributes.put("SPLIT_POLICY", policy.contains(".") ? policy : HBASE + policy);
    }
    for (String line : scenario.input()) {
      int equals = line.indexOf('=');
      attributes.put(line.substring(0, equals), line.substring(equals + 1));
    }
    return attributes;
  }

  private static SplitSettings settings(Command command) {
    return SplitSettings.DEFAULT
        .withMaxFileBytes(command.number("max", SplitSettings.DEFAULT.maxFileBytes()))
        .withMaxFileJitter(Double.parseDouble(command.text("jitter", "0")))
        .withInitialBytes(command.number("initial", 0))
        .withMaxRegions((int) command.number("max-regions", 1_000));
  }

  /** Commands that ask the rules of a table alone. */
  private static String ask(Scenario scenario) {
    Command command = scenario.command();
    SplitRules rules;
    try {
      rules =
          SplitRules.of(
              attributes(scenario), settings(command), command.number("flush", 128 << 20));
    } catch (IllegalArgumentException e) {
      return "refused: " + e.getMessage().replaceFirst("; there are .*", "");
    }
    String name = command.text("region", "a");
    return switch (command.name()) {
      case "limit" ->
          Stream.of(command.text("regions", "1").split(",", -1))
              .map(regions -> limit(rules.limitBytes(Integer.parseInt(regions), name)))
              .collect(Collectors.joining(" "));
      case "due" -> {
        long[] sizes =
            Stream.of(command.text("sizes", "").split(",", -1))
                .mapToLong(Command::number)
                .toArray();
        int regions = (int) command.number("regions", 1);
        boolean large = rules.isTooLarge(sizes, regions, name);
        String rest = rules.isSplittable() ? "only when asked" : "not even when asked";
        yield rules.isAutomatic() ? (large ? "split" : "no") : rest;
      }
      case "middle" -> new String(rules.splitRow(bytes(command.word(0))), UTF_8);
      default -> new String(rules.restricted(bytes(command.word(0))), UTF_8);
    };
  }

  private static String limit(long bytes) {
    return bytes == Long.MAX_VALUE ? "never" : Long.toString(bytes);
  }

  /** A table of the family f whose files are compacted when told to. */
  private static final class OneTable implements Scenarios.Runner {
    private final ManualClock clock = new ManualClock();
    private MemoryFileSystem files;
    private SplitSettings settings;
    private Database database;

    @Override
    public String run(Scenario scenario) throws IOException {
      return switch (scenario.command().name()) {
        case "limit", "due", "middle", "asked" -> ask(scenario);
        default -> {
          try {
            change(scenario);
            yield regions(scenario.command().has("ids"));
          } catch (RefusedException e) {
            yield e.reason() + ": " + withoutNames(e.getMessage());
          }
        }
      };
    }

    @Override
    public void close() throws IOException {
      if (database != null) {
        database.close();
      }
    }

    private void change(Scenario scenario) throws IOException {
      Command command = scenario.command();
      switch (command.name()) {
        case "table" -> create(scenario);
        case "alter" -> database.modifyTable(described(scenario));
        case "regions" -> {}
        case "write" -> {
          write(command.word(0), command.text("value", "v"));
          if (command.has("flush")) {
            database.flush(TABLE);
          }
        }
        case "flush" -> database.flush(TABLE);
        case "compact" -> database.compact(TABLE, null, true);
        case "switch" -> database.setSwitch(Database.SPLIT_SWITCH, command.word(0).equals("on"));
        case "reopen" -> {
          database.close();
          open();
        }
        case "split" -> {
          String row = command.text("row", null);
          database.splitRegion(name(command.word(0)), row == null ? null : bytes(row));
        }
        case "merge" -> database.mergeRegions(merged(command));
        case "truncate" -> database.truncateRegion(name(command.word(0)));
        default -> throw new IllegalArgumentException("no command is named " + command.name());
      }
    }

    private void create(Scenario scenario) throws IOException {
      close();
      clock.set(1_000);
      files = new MemoryFileSystem();
      settings = settings(scenario.command());
      open();
      String splits = scenario.command().text("splits", "");
      List<byte[]> keys = new ArrayList<>();
      if (!splits.isEmpty()) {
        Stream.of(splits.split(",", -1)).forEach(key -> keys.add(bytes(key)));
      }
      database.createTable(described(scenario), keys);
      database.createTable(TestDatabase.table(TableName.of("u"), family("f")), List.of());
      String rows = scenario.command().text("rows", null);
      if (rows != null) {
        write(rows, "v");
      }
    }

    private void open() throws IOException {
      CompactionPolicy told =
          (oldestFirst, wish, ttlMillis, nowMillis) ->
              wish == Wish.MAJOR
                  ? CompactionSelection.of(0, oldestFirst.size(), oldestFirst.size())
                  : CompactionSelection.NONE;
      database =
          Database.open(
              serial(files, clock).splits(settings).compactionPolicy(numbers -> told).build());
    }

    private static TableDescriptor described(Scenario scenario) {
      return new TableDescriptor(
          TABLE, List.of(family("f", "BLOCKSIZE", "1024")), attributes(scenario));
    }

    /** Rows of a letter and a number. */
    private void write(String rows, String value) throws IOException {
      int dots = rows.indexOf("..");
      int from = Integer.parseInt(rows.substring(1, dots));
      int to = Integer.parseInt(rows.substring(dots + 3));
      for (int i = from; i <= to; i++) {
        String row = rows.substring(0, 1) + i;
        region(database, row).write(putAt(1, row, "f:q=" + value));
      }
    }

    private List<String> merged(Command command) {
      return command.words().stream().filter(word -> !word.equals("ids")).map(this::name).toList();
    }

    /** By its place in the table; u is the region of another table. */
    private String name(String region) {
      boolean other = region.equals("u");
      if (!other && !region.matches("[0-9]+")) {
        return region;
      }
      int index = other ? 0 : Integer.parseInt(region) - 1;
      TableName table = other ? TableName.of("u") : TABLE;
      return database.table(table).regions().get(index).info().encodedName();
    }

    /** Names of regions have digests, of which nobody sees what they stand for. */
    private String withoutNames(String message) {
      String plain = message;
      for (TableName table : database.tableNames()) {
        for (Region region : database.table(table).regions()) {
          String range = "<" + region.info().range() + ">";
          plain = plain.replace(region.info().toString(), range);
          plain = plain.replace(region.info().encodedName(), range);
        }
      }
      return plain;
    }

    private String regions(boolean ids) throws IOException {
      List<String> lines = new ArrayList<>();
      for (Region region : database.table(TABLE).regions()) {
        int rows;
        try (RegionScanner scanner = region.scan(ScanSpec.builder().build())) {
          rows = drain(scanner).size();
        }
        lines.add(
            "%s%s rows=%d files=%d references=%d"
                .formatted(
                    region.info().range(),
                    ids ? " id=" + region.info().id() : "",
                    rows,
                    region.stats().storeFiles(),
                    region.stats().references()));
      }
      return String.join("\n", lines);
    }
  }
}
