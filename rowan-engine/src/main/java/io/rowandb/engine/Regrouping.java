package io.rowandb.engine;

import io.rowandb.engine.cell.Bytes;
import io.rowandb.engine.region.KeyRange;
import io.rowandb.engine.region.RefusedException;
import io.rowandb.engine.region.RefusedException.Reason;
import io.rowandb.engine.region.RegionHandover;
import io.rowandb.engine.region.RegionInfo;
import io.rowandb.engine.region.StoredRegion;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/**
 * Splits and merges regions: the same rows, in other regions. No cell is rewritten: the new regions
 * get links to the files of the old ones. Truncates a region in the same way, without the links.
 *
 * <ol>
 *   <li>One record of the manifest removes the old regions and adds the new ones with their files.
 *       Before it is written the new ones are open and their links durable. A crash before it
 *       leaves links that opening removes, a crash after it the old regions' files, the same.
 *   <li>The log's entries of the old regions are never read again: everything was in files before
 *       that record was written.
 *   <li>Writers wait from the last flush, of what came during a first one, until the new regions
 *       serve, and then find them. Readers never wait, and open scanners go on over the old
 *       regions.
 *   <li>Once the manifest may have the new regions, no write to an old one is acknowledged,
 *       whatever fails.
 *   <li>A region with references, which are files that have rows of other regions too, gives its
 *       rows to no other: it is to be compacted first. So a reference says enough with the range of
 *       its region, and no file gathers parts of parts.
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

  Regrouping(
      Manifest manifest,
      ManifestFiles files,
      TableMap tables,
      RegionOpener opener,
      StoreLayout layout,
      Maintenance maintenance) {
    this.manifest = manifest;
    this.files = files;
    this.tables = tables;
    this.opener = opener;
    this.layout = layout;
    this.maintenance = maintenance;
  }

  /**
   * Replaces a region by two.
   *
   * @param splitRow the first row of the second one; null or empty for the middle
   * @param id of the new regions
   * @return the new regions, in key order
   */
  List<RegionInfo> split(String encodedName, byte[] splitRow, long id) throws IOException {
    StoredRegion region = tables.storedRegion(encodedName);
    RegionInfo parent = region.info();
    if (region.stats().references() > 0) {
      throw bad(parent.encodedName() + " NOT splittable");
    }
    byte[] row =
        splitRow == null || splitRow.length == 0 ? middle(region) : checked(parent, splitRow);
    byte[] start = parent.range().startKey();
    byte[] end = parent.range().endKey();
    long number = manifest.catalog().nextRegionNumber();
    List<RegionInfo> daughters =
        List.of(
            new RegionInfo(parent.table(), new KeyRange(start, row), id, number),
            new RegionInfo(parent.table(), new KeyRange(row, end), id, number + 1));
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
    for (StoredRegion region : regions) {
      maintenance.flush(region); // so that the writers of the first do not wait for the last
    }
    KeyRange range = new KeyRange(first.range().startKey(), last.range().endKey());
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
  private byte[] middle(StoredRegion region) throws IOException {
    byte[] row = region.splitRow();
    if (row == null) {
      maintenance.flush(region);
      row = region.splitRow();
    }
    if (row == null || !isInside(region.info().range(), row)) {
      throw bad(
          "Region not splittable because bestSplitPoint = null, maybe table is too small for auto"
              + " split. For force split, try specifying split row");
    }
    return row;
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
    return splitRow.clone();
  }

  private static boolean isInside(KeyRange range, byte[] row) {
    return range.contains(row) && !Arrays.equals(range.startKey(), row);
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
    List<RegionHandover> held = new ArrayList<>();
    List<Catalog.RegionEntry> linked = new ArrayList<>();
    List<StoredRegion> heirs = new ArrayList<>();
    int flushes = 0;
    boolean listed = false;
    boolean shown = false;
    try {
      for (StoredRegion region : old) {
        RegionHandover handover = region.handOver();
        flushes += handover.hold();
        held.add(handover);
      }
      Map<String, Long> flushed = flushedSequences(table.descriptor(), old);
      for (RegionInfo info : fresh) {
        List<RegionHandover> from = withRows ? held : List.of();
        linked.add(opener.link(from, table.descriptor(), info, flushed));
      }
      heirs.addAll(opener.openAll(table.descriptor(), linked));
      List<StoredRegion> next = exchanged(table.regions(), old, heirs);
      Runnable show = tables.prepare(table.descriptor(), true, next, false);
      manifest.append(edits(old, linked));
      listed = true;
      show.run();
      shown = true;
      held.forEach(handover -> handover.replacedBy(heirs.get(0)));
    } catch (ManifestFailedException e) {
      // The links stay, for opening to tell whose they are.
      listed = true;
      throw e;
    } finally {
      if (listed) {
        held.forEach(RegionHandover::uncertain);
      }
      try {
        if (!shown) {
          heirs.forEach(heir -> heir.close(Reason.REGION_CLOSED));
        }
        if (!listed) {
          fresh.forEach(layout::deleteRegion);
        }
      } finally {
        held.forEach(RegionHandover::close);
      }
    }
    held.forEach(RegionHandover::awaitEnd);
    old.forEach(region -> layout.deleteIfEmpty(region.info()));
    maintenance.regrouped(heirs, flushes);
  }

  /** Of each family, up to where all old regions have everything in files. */
  private Map<String, Long> flushedSequences(TableDescriptor table, List<StoredRegion> old) {
    Map<String, Long> flushed = new HashMap<>();
    Catalog catalog = manifest.catalog();
    for (FamilyDescriptor family : table.families()) {
      long most = 0;
      for (StoredRegion region : old) {
        Catalog.RegionEntry entry = catalog.regions().get(region.info().number());
        Catalog.Family ofRegion =
            entry.families().getOrDefault(family.name(), Catalog.Family.EMPTY);
        most = Math.max(most, ofRegion.flushedSequence());
      }
      flushed.put(family.name(), most);
    }
    return flushed;
  }

  private List<ManifestEdit> edits(List<StoredRegion> old, List<Catalog.RegionEntry> fresh) {
    List<ManifestEdit> edits = new ArrayList<>();
    old.forEach(region -> edits.add(new ManifestEdit.RegionRemoved(region.info().number())));
    for (Catalog.RegionEntry entry : fresh) {
      edits.add(new ManifestEdit.RegionAdded(entry.info()));
      entry
          .families()
          .forEach(
              (name, family) ->
                  edits.add(
                      new ManifestEdit.FilesChanged(
                          entry.info().number(),
                          name,
                          family.files(),
                          List.of(),
                          family.flushedSequence())));
    }
    edits.add(files.namesGiven());
    return edits;
  }

  private static List<StoredRegion> exchanged(
      List<StoredRegion> all, List<StoredRegion> old, List<StoredRegion> fresh) {
    List<StoredRegion> next = new ArrayList<>(all);
    int at = next.indexOf(old.get(0));
    assert next.subList(at, at + old.size()).equals(old) : "not neighbours";
    next.subList(at, at + old.size()).clear();
    next.addAll(at, fresh);
    return next;
  }

  private static RefusedException bad(String message) {
    return new RefusedException(Reason.BAD_REQUEST, message);
  }

  private static RefusedException unmergeable(String message) {
    return new RefusedException(Reason.NOT_MERGEABLE, message);
  }
}
