package io.rowandb.cli;

import io.rowandb.cli.terminal.Figures;
import io.rowandb.cli.terminal.JsonText;
import io.rowandb.cli.terminal.TextTable;
import io.rowandb.engine.cell.Bytes;
import io.rowandb.engine.region.RegionStats;
import io.rowandb.engine.stats.DatabaseSizes;
import io.rowandb.engine.stats.TableStats;
import io.rowandb.engine.store.StoreStats;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Formats the sizes of a store, for people or as lines of JSON. Used by one thread. */
final class StatsText {
  private static final int TABLE_COLUMNS = 110;

  /** As many hex digits of a region's name as tell a few thousand regions apart. */
  private static final int NAME_DIGITS = 8;

  // Fixed at construction.
  private final PrintWriter out;
  private final boolean regions;
  private final boolean json;

  StatsText(PrintWriter out, boolean regions, boolean json) {
    this.out = out;
    this.regions = regions;
    this.json = json;
  }

  void show(DatabaseSizes sizes) {
    List<Line> lines = new ArrayList<>();
    sizes.tables().forEach(table -> add(table, lines));
    if (json) {
      lines.forEach(line -> out.println(JsonText.line(fields(line))));
      out.println(JsonText.line(total(sizes)));
    } else {
      TextTable.lines(headings(), lines.stream().map(this::values).toList(), TABLE_COLUMNS)
          .forEach(out::println);
      out.printf(
          Locale.ROOT,
          "%nlog: %s in %s%n",
          Figures.bytes(sizes.logBytes()),
          sizes.logSegments() == 1
              ? "1 segment"
              : Figures.count(sizes.logSegments()) + " segments");
    }
    out.flush();
  }

  /** A family of a table, or, with a region, of that. */
  private record Line(TableStats table, RegionStats region, StoreStats store) {}

  private void add(TableStats table, List<Line> lines) {
    if (regions) {
      for (RegionStats region : table.regions()) {
        region.families().forEach(store -> lines.add(new Line(table, region, store)));
      }
    } else {
      table.families().forEach(store -> lines.add(new Line(table, null, store)));
    }
  }

  private List<String> headings() {
    List<String> headings = new ArrayList<>(List.of("table", "family"));
    headings.addAll(regions ? List.of("region", "first row") : List.of("regions"));
    headings.addAll(List.of("files", "cells", "size", "uncompressed", "x largest"));
    return headings;
  }

  private List<String> values(Line line) {
    StoreStats store = line.store();
    String name = line.table().name() + (line.table().enabled() ? "" : " (disabled)");
    List<String> values = new ArrayList<>(List.of(name, store.family()));
    if (regions) {
      values.add(line.region().region().encodedName().substring(0, NAME_DIGITS));
      values.add(Bytes.printable(line.region().region().range().startKey()));
    } else {
      values.add(Figures.count(line.table().regions().size()));
    }
    values.add(Figures.count(store.storeFiles()));
    values.add(Figures.count(store.entries()));
    values.add(Figures.bytes(store.storeFileBytes()));
    values.add(Figures.bytes(store.uncompressedBytes()));
    values.add(String.format(Locale.ROOT, "%.2f", store.spaceAmplification()));
    return values;
  }

  private static Map<String, Object> fields(Line line) {
    Map<String, Object> fields = new LinkedHashMap<>();
    StoreStats store = line.store();
    fields.put("kind", line.region() == null ? "family" : "region");
    fields.put("table", line.table().name().fullName());
    fields.put("enabled", line.table().enabled() ? 1 : 0);
    fields.put("family", store.family());
    if (line.region() == null) {
      fields.put("regions", line.table().regions().size());
    } else {
      fields.put("region", line.region().region().encodedName());
      fields.put("startKey", Bytes.printable(line.region().region().range().startKey()));
      fields.put("endKey", Bytes.printable(line.region().region().range().endKey()));
    }
    fields.put("storeFiles", store.storeFiles());
    fields.put("references", store.references());
    fields.put("storeFileBytes", store.storeFileBytes());
    fields.put("largestFileBytes", store.largestFileBytes());
    fields.put("cells", store.entries());
    fields.put("uncompressedBytes", store.uncompressedBytes());
    fields.put("indexBytes", store.indexBytes());
    fields.put("bloomBytes", store.bloomBytes());
    fields.put("spaceAmplification", store.spaceAmplification());
    fields.put("lastMajorCompactionMillis", store.lastMajorCompactionMillis());
    return fields;
  }

  private static Map<String, Object> total(DatabaseSizes sizes) {
    Map<String, Object> total = new LinkedHashMap<>();
    total.put("kind", "store");
    total.put("tables", sizes.tables().size());
    total.put("logSegments", sizes.logSegments());
    total.put("logBytes", sizes.logBytes());
    return total;
  }
}
