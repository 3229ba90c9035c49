package io.rowandb.engine.catalog;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rowandb.engine.cell.DumpedParts;
import io.rowandb.engine.io.CorruptFileException;
import io.rowandb.engine.io.CrashFileSystem;
import io.rowandb.engine.io.FaultyFileSystem;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.io.UnknownVersionException;
import io.rowandb.engine.io.WrongKindException;
import io.rowandb.engine.region.RegionInfo;
import io.rowandb.engine.region.RegionRange;
import io.rowandb.engine.scenario.Command;
import io.rowandb.engine.scenario.Scenario;
import io.rowandb.engine.scenario.Scenarios;
import io.rowandb.engine.wal.WalExtent;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

/** What exists after edits, and what is said of a manifest that is damaged or says too much. */
class ManifestScenariosTest {
  private static final Path STORE = Path.of("/store");
  private static final Path FILE = STORE.resolve(Manifest.NAME);
  private static final UUID ID = new UUID(0, 1);

  @TestFactory
  Stream<DynamicNode> manifests() throws IOException {
    return Scenarios.of("manifest", OneManifest::new);
  }

  private static final class OneManifest implements Scenarios.Runner {
    private CrashFileSystem disk;
    private FaultyFileSystem files;
    private Manifest manifest;

    @Override
    public String run(Scenario scenario) throws IOException {
      Command command = scenario.command();
      return switch (command.name()) {
        case "new" -> {
          close();
          disk = new CrashFileSystem();
          files = new FaultyFileSystem(disk);
          manifest = Manifest.open(files, STORE, ID);
          yield scenario.input().isEmpty() ? state(manifest.catalog()) : append(scenario);
        }
        case "append" -> append(scenario);
        case "reopen" -> {
          close();
          manifest = Manifest.open(files, STORE, ID);
          yield state(manifest.catalog());
        }
        case "death" -> read(disk.afterProcessDeath());
        case "power-loss" -> read(disk.afterPowerLoss(() -> 0L));
        case "records" -> records();
        case "check" -> check();
        case "damage" -> damage(command);
        case "file" -> fileOf(command, ManifestFormat.encode(edits(scenario)));
        case "bytes" ->
            fileOf(
                command,
                HexFormat.of().parseHex(String.join("", scenario.input()).replace(" ", "")));
        case "directory" -> directory(scenario);
        default -> throw new IllegalArgumentException("no command is named " + command.name());
      };
    }

    @Override
    public void close() throws IOException {
      if (manifest != null) {
        manifest.close();
      }
    }

    /** With {@code fail=call} this call of the disk fails, with {@code free=bytes} it is full. */
    private String append(Scenario scenario) throws IOException {
      List<ManifestEdit> edits = edits(scenario);
      String failing = scenario.command().text("fail", null);
      if (failing != null) {
        files.failAt(failing, 1);
      }
      files.setFreeBytes(scenario.command().number("free", Long.MAX_VALUE));
      Catalog before = manifest.catalog();
      try {
        return state(manifest.append(edits));
      } catch (IllegalArgumentException | IOException e) {
        String changed = manifest.catalog().equals(before) ? "" : "\nthe catalogue has changed";
        return described(e) + changed;
      } finally {
        files.setFreeBytes(Long.MAX_VALUE);
      }
    }

    /** Each record of the file, and where its payload begins. */
    private String records() throws IOException {
      DumpedParts parts = DumpedParts.all();
      ManifestDump.show(disk, FILE, parts);
      List<String> lines = new ArrayList<>();
      for (DumpedParts.Part part : parts.parts()) {
        switch (part.kind()) {
          case "record" -> lines.add(part.kind() + " at " + part.offset() + ":");
          case "manifest", "end" ->
              lines.add(part.kind() + " at " + part.offset() + " " + part.fields());
          default -> lines.set(lines.size() - 1, lines.get(lines.size() - 1) + " " + part.kind());
        }
      }
      return String.join("\n", lines);
    }

    private String check() {
      List<String> findings = new ArrayList<>();
      CatalogCheck.check(manifest.catalog(), FILE, finding -> findings.add(finding.what()));
      return findings.isEmpty() ? "nothing" : String.join("\n", findings);
    }

    /** Of a copy: the manifest itself stays as it is. */
    private String damage(Command command) throws IOException {
      CrashFileSystem copy = disk.copy();
      byte[] bytes = copy.get(FILE);
      int at = (int) command.number("flip", -1);
      if (at >= 0) {
        copy.flip(FILE, at, 1);
      }
      copy.put(FILE, Arrays.copyOf(copy.get(FILE), bytes.length - (int) command.number("cut", 0)));
      return read(copy);
    }

    private static String fileOf(Command command, byte[] payload) throws IOException {
      CrashFileSystem fresh = new CrashFileSystem();
      fresh.createDirectories(STORE);
      int version = (int) command.number("version", ManifestFormat.VERSION);
      fresh.put(FILE, ManifestBytes.manifest(version, payload));
      return read(fresh);
    }

    /** A directory with these files: {@code name text}. */
    private static String directory(Scenario scenario) throws IOException {
      CrashFileSystem fresh = new CrashFileSystem();
      fresh.createDirectories(STORE);
      for (String line : scenario.input()) {
        Command file = Command.parse(line);
        fresh.put(STORE.resolve(file.name()), String.join(" ", file.words()).getBytes(UTF_8));
      }
      return read(fresh);
    }

    private static String read(FileSystem from) throws IOException {
      try (Manifest read = Manifest.open(from, STORE, ID)) {
        return state(read.catalog());
      } catch (CorruptFileException | WrongKindException | UnknownVersionException e) {
        return described(e);
      }
    }

    private static String described(Exception e) {
      String kind =
          e instanceof IllegalArgumentException ? "refused" : e.getClass().getSimpleName();
      return kind + ": " + e.getMessage().replaceAll("\\b([0-9a-f]{1,2})0{30,31}\\b", "$1");
    }
  }

  private static List<ManifestEdit> edits(Scenario scenario) {
    List<ManifestEdit> edits = new ArrayList<>();
    for (String line : scenario.input()) {
      Command command = Command.parse(line);
      edits.add(edit(command));
      command.requireUsed();
    }
    return edits;
  }

  private static ManifestEdit edit(Command line) {
    return switch (line.name()) {
      case "store" -> new ManifestEdit.StoreId(new UUID(0, Command.number(line.word(0))));
      case "numbers" ->
          new ManifestEdit.NumbersReserved(line.number("region", 1), line.number("file", 1));
      case "namespace" ->
          new ManifestEdit.NamespacePut(new NamespaceDescriptor(line.word(0), line.values()));
      case "namespace-removed" -> new ManifestEdit.NamespaceRemoved(line.word(0));
      case "table" -> new ManifestEdit.TablePut(table(line), !line.has("disabled"));
      case "table-removed" -> new ManifestEdit.TableRemoved(TableName.of(line.word(0)));
      case "region" -> new ManifestEdit.RegionAdded(region(line));
      case "region-removed" -> new ManifestEdit.RegionRemoved(Command.number(line.word(0)));
      case "files" -> filesChanged(line);
      case "snapshot" -> new ManifestEdit.SnapshotTaken(snapshot(line));
      case "snapshot-removed" -> new ManifestEdit.SnapshotRemoved(line.word(0));
      case "switch" -> new ManifestEdit.SwitchSet(line.word(0), line.word(1).equals("on"));
      case "unlogged" -> new ManifestEdit.UnloggedListed();
      case "log" -> new ManifestEdit.LogNoted(log(line));
      default -> throw new IllegalArgumentException("no edit is named " + line.name());
    };
  }

  private static TableDescriptor table(Command line) {
    List<FamilyDescriptor> families = new ArrayList<>();
    for (String family : line.words().subList(1, line.words().size())) {
      if (!family.equals("disabled")) {
        families.add(FamilyDescriptor.of(family));
      }
    }
    return new TableDescriptor(TableName.of(line.word(0)), families, line.values());
  }

  private static RegionInfo region(Command line) {
    String range = line.word(2);
    int dots = range.indexOf("..");
    return new RegionInfo(
        line.word(1),
        new RegionRange(
            range.substring(0, dots).getBytes(UTF_8), range.substring(dots + 2).getBytes(UTF_8)),
        1234,
        Command.number(line.word(0)));
  }

  private static ManifestEdit.FilesChanged filesChanged(Command line) {
    List<String> added = new ArrayList<>();
    List<String> removed = new ArrayList<>();
    for (String file : line.words().subList(2, line.words().size())) {
      (file.startsWith("-") ? removed : added).add(fileName(file.substring(1)));
    }
    return new ManifestEdit.FilesChanged(
        Command.number(line.word(0)), line.word(1), added, removed, line.number("flushed", 0));
  }

  private static Catalog.Snapshot snapshot(Command line) {
    TableName table = TableName.of(line.word(1));
    String family = line.word(2);
    List<String> files = new ArrayList<>();
    for (String file : line.words().subList(3, line.words().size())) {
      files.add(fileName(file));
    }
    String ofTable = line.text("region-of", table.fullName());
    RegionInfo region = new RegionInfo(ofTable, new RegionRange(new byte[0], new byte[0]), 1234, 7);
    Catalog.Family listed = new Catalog.Family(files, line.number("flushed", 0));
    return new Catalog.Snapshot(
        new SnapshotDescriptor(line.word(0), table, 5, 0, Map.of()),
        new TableDescriptor(
            table, List.of(FamilyDescriptor.of(line.text("table-has", family))), Map.of()),
        List.of(new Catalog.RegionEntry(region, Map.of(family, listed))));
  }

  private static WalExtent log(Command line) {
    return line.has("none")
        ? WalExtent.none(line.number("first", 1))
        : new WalExtent(
            line.number("first", 1),
            line.number("last", 1),
            line.number("bytes", 0),
            line.number("identity", 0));
  }

  /** Of 32 hexadecimal digits the last zeros are left out, unless it is none anyway. */
  private static String fileName(String start) {
    return start.matches("[0-9a-f]{1,32}") ? start + "0".repeat(32 - start.length()) : start;
  }

  /** All but what a new store has. */
  private static String state(Catalog catalog) {
    List<String> lines = new ArrayList<>();
    lines.add("next region " + catalog.nextRegionNumber() + ", file " + catalog.nextFileNumber());
    Set<String> first = Set.of(TableName.DEFAULT_NAMESPACE, TableName.SYSTEM_NAMESPACE);
    catalog
        .namespaces()
        .forEach(
            (name, namespace) -> {
              if (!first.contains(name) || !namespace.attributes().isEmpty()) {
                lines.add("namespace " + name + pairs(namespace.attributes()));
              }
            });
    catalog
        .tables()
        .forEach(
            (name, table) -> {
              lines.add(
                  "table " + described(table.descriptor()) + (table.enabled() ? "" : " disabled"));
              catalog.regionsOf(name).forEach(region -> addRegion(lines, region));
            });
    catalog
        .snapshots()
        .forEach(
            (name, snapshot) -> {
              lines.add("snapshot " + name + " of " + described(snapshot.table()));
              snapshot.regions().forEach(region -> addRegion(lines, region));
            });
    catalog.switches().forEach((name, on) -> lines.add("switch " + name + (on ? " on" : " off")));
    if (!catalog.log().equals(WalExtent.none(1))) {
      lines.add("log of " + catalog.log());
    }
    return String.join("\n", lines);
  }

  private static String described(TableDescriptor table) {
    List<String> families = table.families().stream().map(FamilyDescriptor::name).toList();
    return table.name() + " " + String.join(" ", families) + pairs(table.attributes());
  }

  private static String pairs(Map<String, String> attributes) {
    return attributes.isEmpty() ? "" : " " + new TreeMap<>(attributes);
  }

  private static void addRegion(List<String> lines, Catalog.RegionEntry region) {
    lines.add("  region " + region.info().number() + " " + region.info().range());
    region
        .families()
        .forEach(
            (name, family) -> {
              List<String> files =
                  family.files().stream().map(file -> file.replaceFirst("0+$", "")).toList();
              lines.add(
                  "    "
                      + name
                      + ": "
                      + String.join(" ", files)
                      + (files.isEmpty() ? "" : " ")
                      + "flushed to "
                      + family.flushedSequence());
            });
  }
}
