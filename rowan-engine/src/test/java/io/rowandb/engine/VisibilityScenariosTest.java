package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.bytes;
import static io.rowandb.engine.TestDatabase.family;
import static io.rowandb.engine.TestDatabase.region;
import static io.rowandb.engine.TestDatabase.serial;
import static io.rowandb.engine.TestDatabase.table;

import io.rowandb.engine.catalog.TableDescriptor;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellBatch;
import io.rowandb.engine.cell.CellTags;
import io.rowandb.engine.cell.CellType;
import io.rowandb.engine.cell.Durability;
import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.compaction.CompactionPolicy;
import io.rowandb.engine.compaction.CompactionPolicy.Wish;
import io.rowandb.engine.compaction.CompactionSelection;
import io.rowandb.engine.io.MemoryFileSystem;
import io.rowandb.engine.region.RegionScanner;
import io.rowandb.engine.scan.Progress;
import io.rowandb.engine.scan.RowFilter;
import io.rowandb.engine.scan.ScanSpec;
import io.rowandb.engine.scenario.Command;
import io.rowandb.engine.scenario.Scenario;
import io.rowandb.engine.scenario.Scenarios;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

/** Which cells reads show, of tables whose writes, flushes and compactions are written down. */
class VisibilityScenariosTest {
  @TestFactory
  Stream<DynamicNode> reads() throws IOException {
    return Scenarios.of("visibility", OneTable::new);
  }

  /** A table of the families f, which has the attributes that a scenario sets, and g. */
  private static final class OneTable implements Scenarios.Runner {
    private static final byte[] NO_TAGS = new byte[0];

    private final ManualClock clock = new ManualClock();
    private final Map<String, RegionScanner> open = new TreeMap<>();
    private MemoryFileSystem files;
    private Database database;

    /** How many of the newest files the next minor compaction takes. */
    private int newest;

    @Override
    public String run(Scenario scenario) throws IOException {
      switch (scenario.command().name()) {
        case "table" -> create(scenario.command());
        case "then" -> {}
        default -> throw new IllegalArgumentException("table or then must begin a case");
      }
      List<Command> steps = scenario.input().stream().map(Command::parse).toList();
      boolean several = steps.stream().filter(step -> shows(step.name())).count() > 1;
      List<String> printed = new ArrayList<>();
      for (int i = 0; i < steps.size(); i++) {
        List<String> shown = step(steps.get(i));
        steps.get(i).requireUsed();
        if (shows(steps.get(i).name())) {
          if (several) {
            printed.add(scenario.input().get(i) + ":");
          }
          printed.addAll(shown.isEmpty() ? List.of("nothing") : shown);
        }
      }
      return String.join("\n", printed);
    }

    private static boolean shows(String step) {
      return step.equals("scan") || step.equals("get") || step.equals("read");
    }

    private void create(Command command) throws IOException {
      close();
      clock.set(1_000);
      files = new MemoryFileSystem();
      open();
      database.createTable(described(command), List.of());
    }

    private void open() throws IOException {
      CompactionPolicy told =
          (oldestFirst, wish, ttlMillis, nowMillis) -> {
            int count = oldestFirst.size();
            int chosen = wish == Wish.MAJOR ? count : newest;
            newest = 0;
            return CompactionSelection.of(count - chosen, count, count);
          };
      database = Database.open(serial(files, clock).compactionPolicy(settings -> told).build());
    }

    private static TableDescriptor described(Command command) {
      List<String> attributes = new ArrayList<>();
      command.values().forEach((name, value) -> attributes.addAll(List.of(name, value)));
      return table(TABLE, family("f", attributes.toArray(String[]::new)), family("g"));
    }

    @Override
    public void close() throws IOException {
      open.values().forEach(RegionScanner::close);
      open.clear();
      if (database != null) {
        database.close();
      }
    }

    private List<String> step(Command step) throws IOException {
      switch (step.name()) {
        case "at" -> clock.set(Command.number(step.word(0)));
        case "put" -> write(step, RowMutation.Kind.PUT, CellType.PUT);
        case "delete" -> write(step, RowMutation.Kind.DELETE, CellType.DELETE);
        case "delete-column" -> write(step, RowMutation.Kind.DELETE, CellType.DELETE_COLUMN);
        case "delete-family" -> write(step, RowMutation.Kind.DELETE, CellType.DELETE_FAMILY);
        case "delete-family-version" ->
            write(step, RowMutation.Kind.DELETE, CellType.DELETE_FAMILY_VERSION);
        case "flush" -> database.upkeep().flushAlone(TABLE);
        case "compact" -> compact(step);
        case "alter" -> database.modifyTable(described(step));
        case "reopen" -> {
          close();
          open();
        }
        case "open" -> open.put(step.word(0), region(database, "r").scan(spec(step)));
        case "read" -> {
          try (RegionScanner scanner = open.remove(step.word(0))) {
            return drained(scanner);
          }
        }
        case "scan" -> {
          try (RegionScanner scanner = region(database, "r").scan(spec(step))) {
            return drained(scanner);
          }
        }
        case "get" -> {
          CellBatch cells = new CellBatch();
          region(database, "r").get(spec(step), cells);
          return described(cells);
        }
        default -> throw new IllegalArgumentException("no step is named " + step.name());
      }
      return List.of();
    }

    private void write(Command step, RowMutation.Kind kind, int type) throws IOException {
      String[] column = step.word(1).split(":", -1);
      String time = step.word(2);
      long ttl = step.number("ttl", 0);
      RowMutation mutation =
          new RowMutation().reset(kind, bytes(step.word(0)), Durability.SYNC_WAL);
      mutation.add(
          bytes(column[0]),
          bytes(column.length > 1 ? column[1] : ""),
          time.equals("now") ? Cell.LATEST_TIMESTAMP : Command.number(time),
          type,
          bytes(type == CellType.PUT ? step.word(3) : ""),
          ttl > 0 ? CellTags.ofTtl(ttl) : NO_TAGS);
      region(database, step.word(0)).write(mutation);
    }

    private void compact(Command step) throws IOException {
      newest = (int) step.number("newest", 0);
      database.compact(TABLE, "f", newest == 0);
    }

    private static ScanSpec spec(Command step) {
      ScanSpec.Builder spec =
          step.name().equals("get")
              ? ScanSpec.get(bytes(step.word(0)))
              : ScanSpec.builder().reversed(step.has("reversed"));
      long[] time = range(step.text("time", "0..max"));
      spec.timeRange(time[0], time[1]);
      String rows = step.text("rows", null);
      if (rows != null) {
        int dots = rows.indexOf("..");
        spec.startRow(bytes(rows.substring(0, dots)), true);
        spec.stopRow(bytes(rows.substring(dots + 2)), false);
      }
      addFamilies(spec, step);
      spec.storeLimits((int) step.number("limit", -1), (int) step.number("offset", 0));
      String value = step.text("value", null);
      if (value != null) {
        spec.filter(new HasValue(bytes(value)));
      }
      return spec.maxVersions((int) step.number("versions", 1)).raw(step.has("raw")).build();
    }

    private static void addFamilies(ScanSpec.Builder spec, Command step) {
      String ofF = step.text("time-of-f", null);
      if (ofF != null) {
        spec.family(bytes("f"), null, range(ofF)[0], range(ofF)[1]).family(bytes("g"), null);
      }
      String columns = step.text("columns", null);
      if (columns == null) {
        return;
      }
      Map<String, List<byte[]>> qualifiers = new TreeMap<>();
      for (String column : columns.split(",", -1)) {
        String[] parts = column.split(":", -1);
        List<byte[]> ofFamily = qualifiers.computeIfAbsent(parts[0], f -> new ArrayList<>());
        if (parts.length > 1) {
          ofFamily.add(bytes(parts[1]));
        }
      }
      qualifiers.forEach(
          (family, list) ->
              spec.family(bytes(family), list.isEmpty() ? null : list.toArray(byte[][]::new)));
    }

    private static long[] range(String text) {
      int dots = text.indexOf("..");
      return new long[] {
        Command.number(text.substring(0, dots)), Command.number(text.substring(dots + 2))
      };
    }

    private static List<String> drained(RegionScanner scanner) throws IOException {
      CellBatch cells = new CellBatch();
      Progress progress;
      do {
        progress = scanner.next(cells, Integer.MAX_VALUE, Long.MAX_VALUE);
      } while (progress != Progress.EXHAUSTED);
      return described(cells);
    }

    private static List<String> described(CellBatch cells) {
      List<String> lines = new ArrayList<>(TestDatabase.describe(cells, true));
      Cell cell = new Cell();
      for (int i = 0; i < lines.size(); i++) {
        int type = cells.get(i, cell).type();
        if (CellType.isDelete(type)) {
          lines.set(i, lines.get(i).replaceFirst("=$", " " + CellType.name(type)));
        }
      }
      return lines;
    }
  }

  /** Lets cells with one value pass, as HBase's ValueFilter does. */
  private record HasValue(byte[] value) implements RowFilter {
    @Override
    public Code filterCell(Cell cell) {
      return Arrays.equals(cell.value(), value) ? Code.INCLUDE : Code.SKIP;
    }

    @Override
    public void transform(Cell cell, CellBatch out) {
      out.add(cell);
    }

    @Override
    public void reset() {}

    @Override
    public boolean filterAllRemaining() {
      return false;
    }

    @Override
    public boolean filterRowKey(Cell firstCell) {
      return false;
    }

    @Override
    public boolean hasFilterRow() {
      return false;
    }

    @Override
    public void filterRowCells(CellBatch cells, int from) {}

    @Override
    public boolean filterRow() {
      return false;
    }

    @Override
    public Cell nextCellHint(Cell current) {
      return null;
    }

    @Override
    public boolean isFamilyEssential(byte[] family) {
      return true;
    }
  }
}
