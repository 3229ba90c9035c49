package io.rowandb.cli.shell;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.CompactType;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.util.Bytes;

/** The commands about the regions of tables. A region is given by its name, whole or encoded. */
final class RegionVerbs {
  /** 32 digits, or those of hbase:meta and of tables that the first versions of HBase made. */
  private static final Pattern ENCODED_REGION = Pattern.compile("[0-9a-f]{32}|[0-9]+");

  private RegionVerbs() {}

  static List<Verb> all() {
    return List.of(
        new Verb(
            "compact",
            "Merges some files of a table, a family or a region; does not wait for it.",
            """
            compact 't'
            compact 't', 'f'
            compact 'region', 'f'
            compact 't', nil, 'MOB'     the files of large values, of a cluster""",
            (arguments, session) -> compact(arguments, session, /* major= */ false)),
        new Verb(
            "major_compact",
            "Merges all files of a table, a family or a region; does not wait for it.",
            """
            major_compact 't'
            major_compact 't', 'f'
            major_compact 'region', 'f'
            major_compact 't', nil, 'MOB'     the files of large values, of a cluster""",
            (arguments, session) -> compact(arguments, session, /* major= */ true)),
        new Verb(
            "compaction_state",
            "Prints whether a table is being compacted: NONE, MINOR, MAJOR or MAJOR_AND_MINOR.",
            "compaction_state 't'",
            RegionVerbs::compactionState),
        new Verb(
            "split",
            "Splits a region, or all regions of a table, in the middle or at a row.",
            """
            split 't'
            split 't', 'row'
            split 'region', 'row'""",
            RegionVerbs::split),
        new Verb(
            "merge_region",
            "Makes one region of neighbours; on a cluster, with true, of others too.",
            """
            merge_region 'region', 'region'
            merge_region 'region', 'region', 'region', ...
            merge_region ['region', 'region', 'region'], true""",
            RegionVerbs::merge),
        new Verb(
            "get_splits",
            "Prints the rows at which a table's regions begin.",
            "get_splits 't'",
            RegionVerbs::splits),
        new Verb(
            "locate_region",
            "Prints the region of a row.",
            "locate_region 't', 'row'",
            RegionVerbs::locate),
        new Verb(
            "list_regions",
            "Prints a table's regions; of a server alone, some columns alone.",
            """
            list_regions 't'
            list_regions 't', 'server'
            list_regions 't', '', ['REGION_NAME', 'START_KEY']
            list_regions 't', {SERVER_NAME => 'server', LOCALITY_THRESHOLD => 0.8}, ['REQ']""",
            RegionList::print));
  }

  private static void compact(Arguments arguments, Session session, boolean major)
      throws IOException {
    Text name = arguments.text("the name of a table or region");
    byte[] family =
        arguments.skipsNil() || !arguments.hasText() ? null : arguments.text("a family").bytes();
    CompactType type = arguments.hasText() ? type(arguments.text("a type")) : CompactType.NORMAL;
    arguments.end();
    try (Admin admin = session.connection().getAdmin()) {
      if (isTable(admin, name)) {
        TableName table = TableName.valueOf(name.toString());
        compact(admin, table, family, type, major);
      } else if (major) {
        admin.majorCompactRegion(name.binary(), family);
      } else {
        admin.compactRegion(name.binary(), family);
      }
    }
  }

  private static CompactType type(Text name) {
    return switch (name.toString()) {
      case "NORMAL" -> CompactType.NORMAL;
      case "MOB" -> CompactType.MOB;
      default ->
          throw new IllegalArgumentException(
              "the type of a compaction is NORMAL or MOB, and not " + name);
    };
  }

  private static void compact(
      Admin admin, TableName table, byte[] family, CompactType type, boolean major)
      throws IOException {
    try {
      if (major && family == null) {
        admin.majorCompact(table, type);
      } else if (major) {
        admin.majorCompact(table, family, type);
      } else if (family == null) {
        admin.compact(table, type);
      } else {
        admin.compact(table, family, type);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted; the work may go on", e);
    }
  }

  /**
   * Whether it is a table, and not a region: the whole names of these have commas.
   *
   * @throws TableNotFoundException when it is neither
   */
  private static boolean isTable(Admin admin, Text name) throws IOException {
    String text = name.toString();
    boolean table = !text.contains(",") && admin.tableExists(TableName.valueOf(text));
    if (!table && !text.contains(",") && !ENCODED_REGION.matcher(text).matches()) {
      throw new TableNotFoundException(text);
    }
    return table;
  }

  private static void compactionState(Arguments arguments, Session session) throws IOException {
    TableName table = arguments.table();
    arguments.end();
    try (Admin admin = session.connection().getAdmin()) {
      session.out().println(admin.getCompactionState(table));
    }
  }

  private static void split(Arguments arguments, Session session) throws IOException {
    Text name = arguments.text("the name of a table or region");
    byte[] row = arguments.hasText() ? arguments.text("a row").binary() : null;
    arguments.end();
    try (Admin admin = session.connection().getAdmin()) {
      if (!isTable(admin, name)) {
        await(admin.splitRegionAsync(name.binary(), row));
      } else if (row == null) {
        admin.split(TableName.valueOf(name.toString()));
      } else {
        admin.split(TableName.valueOf(name.toString()), row);
      }
    }
  }

  private static void merge(Arguments arguments, Session session) throws IOException {
    List<Text> regions = arguments.texts("the name of a region");
    boolean forced = arguments.flag(false);
    arguments.end();
    if (regions.size() < 2) {
      throw new IllegalArgumentException(
          "at least two regions are merged, and not " + regions.size());
    }
    try (Admin admin = session.connection().getAdmin()) {
      byte[][] names = regions.stream().map(Text::binary).toArray(byte[][]::new);
      await(admin.mergeRegionsAsync(names, forced));
    }
  }

  /** Waits for what was begun, and throws what it failed by. */
  static void await(Future<?> done) throws IOException {
    try {
      done.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted; the work may go on", e);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException cause ? cause : new IOException(e.getCause());
    }
  }

  /**
   * In the order of their rows.
   *
   * @throws TableNotFoundException when there is no such table, of which HBase's client says that
   *     it has no regions
   */
  static List<HRegionLocation> regions(Session session, TableName table) throws IOException {
    try (Admin admin = session.connection().getAdmin()) {
      if (!admin.tableExists(table)) {
        throw new TableNotFoundException(table);
      }
    }
    try (RegionLocator locator = session.connection().getRegionLocator(table)) {
      List<HRegionLocation> regions = new ArrayList<>(locator.getAllRegionLocations());
      regions.sort(Comparator.comparing(each -> each.getRegion().getStartKey(), Bytes::compareTo));
      return regions;
    }
  }

  private static void splits(Arguments arguments, Session session) throws IOException {
    TableName table = arguments.table();
    arguments.end();
    List<String> rows =
        regions(session, table).stream()
            .map(each -> Bytes.toStringBinary(each.getRegion().getStartKey()))
            .filter(row -> !row.isEmpty())
            .toList();
    session.out().println("Total number of splits = " + (rows.size() + 1));
    rows.forEach(session.out()::println);
  }

  private static void locate(Arguments arguments, Session session) throws IOException {
    TableName table = arguments.table();
    byte[] row = arguments.text("a row").binary();
    arguments.end();
    try (RegionLocator locator = session.connection().getRegionLocator(table)) {
      HRegionLocation found = locator.getRegionLocation(row, /* reload= */ true);
      session.out().printf("%-21s %s%n", "HOST", "REGION");
      session.out().printf(" %-20s %s%n", found.getHostnamePort(), found.getRegion());
      session.out().println("1 row(s)");
    }
  }
}
