package io.rowandb.engine;

import io.rowandb.engine.background.Maintenance;
import io.rowandb.engine.background.TableMap;
import io.rowandb.engine.catalog.Manifest;
import io.rowandb.engine.catalog.ManifestFiles;
import io.rowandb.engine.catalog.StoreLayout;
import io.rowandb.engine.catalog.StoreNames;
import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.cell.Bytes;
import io.rowandb.engine.region.RefusedException;
import io.rowandb.engine.region.RefusedException.Reason;
import io.rowandb.engine.region.RegionHeir;
import io.rowandb.engine.region.RegionInfo;
import io.rowandb.engine.region.RegionRange;
import io.rowandb.engine.region.StoredRegion;
import io.rowandb.engine.settings.DatabaseOptions;
import io.rowandb.engine.settings.TableAttributes;
import io.rowandb.engine.split.SplitRules;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;

/**
 * Splits and merges regions. No cell is rewritten: the new regions get links to the files of the
 * old ones. Truncates a region in the same way, but without the links.
 *
 * <ol>
 *   <li>See {@link RegionExchange} for how the new regions replace the old.
 *   <li>A region with references (files that also have rows of other regions) must be compacted
 *       before it can be split or merged. So the range of its region is enough to define a
 *       reference, and references are never nested.
 * </ol>
 *
 * The caller holds the lock of {@link Schema}.
 */
final class Regrouping {
  // Fixed at construction.
  private final Manifest manifest;
  private final ManifestFiles files;
  private final TableMap tables;
  private final RegionOpener opener;
  private final StoreLayout layout;
  private final Maintenance maintenance;
  private final DatabaseOptions options;

  Regrouping(
      Manifest manifest,
      ManifestFiles files,
      TableMap tables,
      RegionOpener opener,
      StoreLayout layout,
      Maintenance maintenance,
      DatabaseOptions options) {
    this.manifest = manifest;
    this.files = files;
    this.tables = tables;
    this.opener = opener;
    this.layout = layout;
    this.maintenance = maintenance;
    this.options = options;
  }

  /**
   * Replaces a region by two. What the table's rules of splitting leave of a row, is taken.
   *
   * @param splitRow the first row of the second one; null or empty for the middle
   * @param id of the new regions
   * @return the new regions, in key order
   */
  List<RegionInfo> split(String encodedName, byte[] splitRow, long id) throws IOException {
    StoredRegion region = tables.storedRegion(encodedName);
    RegionInfo parent = region.info();
    SplitRules rules = rules(parent);
    if (!rules.isSplittable() || region.stats().references() > 0) {
      throw bad(parent.encodedName() + " NOT splittable");
    }
    boolean anywhere = splitRow == null || splitRow.length == 0;
    byte[] row =
        checked(parent, anywhere ? middle(region, rules) : rules.restricted(splitRow.clone()));
    byte[] start = parent.range().startKey();
    byte[] end = parent.range().endKey();
    long number = manifest.catalog().nextRegionNumber();
    List<RegionInfo> daughters =
        List.of(
            new RegionInfo(parent.table(), new RegionRange(start, row), id, number),
            new RegionInfo(parent.table(), new RegionRange(row, end), id, number + 1));
    StoreNames.requireRegionName(daughters.get(1));
    replace(List.of(region), daughters, /* withRows= */ true);
    return daughters;
  }

  /**
   * Replaces adjacent regions by one.
   *
   * @param encodedNames at least two, in any order
   * @param id of the new region
   * @return the new region
   */
  RegionInfo merge(List<String> encodedNames, long id) throws IOException {
    List<StoredRegion> regions = new ArrayList<>();
    for (String encodedName : encodedNames) {
      regions.add(tables.storedRegion(encodedName));
    }
    checkMergeable(regions);
    regions.sort(Comparator.comparing(r -> r.info().range().startKey(), Arrays::compareUnsigned));
    RegionInfo first = regions.get(0).info();
    RegionInfo last = regions.get(regions.size() - 1).info();
    checkAdjacent(regions);
    RegionRange range = new RegionRange(first.range().startKey(), last.range().endKey());
    RegionInfo merged =
        new RegionInfo(first.table(), range, id, manifest.catalog().nextRegionNumber());
    replace(regions, List.of(merged), /* withRows= */ true);
    return merged;
  }

  /**
   * Replaces a region by an empty one with the same range.
   *
   * @param id of the new region
   * @return the new region
   */
  RegionInfo truncate(String encodedName, long id) throws IOException {
    StoredRegion region = tables.storedRegion(encodedName);
    RegionInfo old = region.info();
    RegionInfo fresh =
        new RegionInfo(old.table(), old.range(), id, manifest.catalog().nextRegionNumber());
    replace(List.of(region), List.of(fresh), /* withRows= */ false);
    return fresh;
  }

  /** HBase's rule: a region without a middle is flushed first, one with a middle is not. */
  private byte[] middle(StoredRegion region, SplitRules rules) throws IOException {
    byte[] row = region.splitRow();
    if (row == null) {
      maintenance.flush(region);
      row = region.splitRow();
    }
    byte[] cut = row == null ? null : rules.splitRow(row);
    if (cut == null || !region.info().range().contains(cut)) {
      throw bad(
          "Region not splittable because bestSplitPoint = null, maybe table is too small for auto"
              + " split. For force split, try specifying split row");
    }
    return cut;
  }

  private SplitRules rules(RegionInfo region) throws RefusedException {
    TableMap.Entry table = tables.entry(TableName.of(region.table()));
    return TableAttributes.splitRules(table.descriptor(), options);
  }

  private static byte[] checked(RegionInfo region, byte[] splitRow) throws RefusedException {
    if (Arrays.equals(region.range().startKey(), splitRow)) {
      throw bad("Split row is equal to startkey: " + Bytes.printable(splitRow));
    }
    if (!region.range().contains(splitRow)) {
      throw bad(
          "Split row is not inside region key range splitKey:"
              + Bytes.printable(splitRow)
              + " region: "
              + region);
    }
    return splitRow;
  }

  private static void checkMergeable(List<StoredRegion> regions) throws RefusedException {
    int different = new HashSet<>(regions).size();
    if (different != regions.size()) {
      throw unmergeable(
          "Duplicate regions specified; cannot merge a region to itself. Passed in "
              + regions.size()
              + " but only "
              + different
              + " unique.");
    }
    if (different < 2) {
      throw unmergeable("Need two Regions at least to run a Merge");
    }
    RegionInfo first = regions.get(0).info();
    for (StoredRegion region : regions) {
      if (!region.info().table().equals(first.table())) {
        throw unmergeable(
            "Can't merge regions from different tables: " + first + ", " + region.info());
      }
      if (region.stats().references() > 0) {
        throw unmergeable(
            "Skip merging " + regions + ", because a parent, " + region + ", is not mergeable");
      }
    }
  }

  private static void checkAdjacent(List<StoredRegion> inOrder) throws RefusedException {
    for (int i = 1; i < inOrder.size(); i++) {
      RegionInfo left = inOrder.get(i - 1).info();
      RegionInfo right = inOrder.get(i).info();
      if (!Arrays.equals(left.range().endKey(), right.range().startKey())) {
        throw unmergeable(
            "Unable to merge non-adjacent or non-overlapping regions '"
                + left.encodedName()
                + "', '"
                + right.encodedName()
                + "'");
      }
    }
  }

  /**
   * Puts {@code fresh} in the place of {@code old}, neighbours of one table in key order.
   *
   * @param withRows whether they get the rows too
   */
  private void replace(List<StoredRegion> old, List<RegionInfo> fresh, boolean withRows)
      throws IOException {
    TableMap.Entry table = tables.entry(TableName.of(fresh.get(0).table()));
    List<RegionHeir> heirs = new ArrayList<>();
    for (RegionInfo info : fresh) {
      heirs.add(opener.heir(table.descriptor(), info));
    }
    RegionExchange exchange = new RegionExchange(manifest, files, tables, table, old, heirs);
    List<StoredRegion> opened;
    try {
      opened = exchange.run(withRows);
    } finally {
      if (!exchange.listed().mayBe()) {
        fresh.forEach(layout::deleteRegion);
      }
    }
    old.forEach(region -> layout.deleteIfEmpty(region.info()));
    maintenance.afterRegrouping(opened, exchange.flushes());
  }

  private static RefusedException bad(String message) {
    return new RefusedException(Reason.BAD_REQUEST, message);
  }

  private static RefusedException unmergeable(String message) {
    return new RefusedException(Reason.NOT_MERGEABLE, message);
  }
}
