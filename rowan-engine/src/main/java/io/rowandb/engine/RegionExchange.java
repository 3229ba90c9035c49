package io.rowandb.engine;

import io.rowandb.engine.background.TableMap;
import io.rowandb.engine.catalog.Catalog;
import io.rowandb.engine.catalog.Manifest;
import io.rowandb.engine.catalog.ManifestEdit;
import io.rowandb.engine.catalog.ManifestFailedException;
import io.rowandb.engine.catalog.ManifestFiles;
import io.rowandb.engine.region.RefusedException.Reason;
import io.rowandb.engine.region.RegionHandover;
import io.rowandb.engine.region.RegionHeir;
import io.rowandb.engine.region.StoredRegion;
import io.rowandb.engine.store.Listed;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Replaces regions by new ones, once. The slow steps (a flush, links to the files, opening them)
 * are done before writes to the old regions stop; then they are repeated for what was written
 * since.
 *
 * <ol>
 *   <li>One record of the manifest removes the old regions and adds the new ones with their files.
 *       Before it is written the new ones are open and their links durable. A crash before it
 *       leaves links that opening removes; a crash after it leaves the old regions' files, which
 *       opening removes too.
 *   <li>The log entries of the old regions are never replayed: everything was in files before that
 *       record was written.
 *   <li>Writers wait from the last flush until the new regions serve, and then find these. Readers
 *       never wait, and open scanners continue on the old regions.
 *   <li>Once the manifest may list the new regions, no write to an old one is acknowledged,
 *       whatever fails.
 * </ol>
 *
 * Used once, by one thread, which holds the lock of {@link Schema}.
 */
final class RegionExchange {
  // Fixed at construction.
  private final Manifest manifest;
  private final ManifestFiles files;
  private final TableMap tables;
  private final TableMap.Entry table;
  private final List<StoredRegion> old;
  private final List<RegionHandover> handovers;
  private final List<RegionHeir> heirs;

  private final List<StoredRegion> opened = new ArrayList<>();
  private int flushes;

  /** Whether the manifest has it, or may have. */
  private Listed listed = Listed.NO;

  /** Why it is unknown whether the manifest has it; null if it is known. */
  private ManifestFailedException unknown;

  /** Whether the table's map has it. */
  private boolean shown;

  /**
   * Nothing has happened yet.
   *
   * @param table as it is
   * @param old neighbours in it, in key order
   * @param heirs of the same rows, in key order
   */
  RegionExchange(
      Manifest manifest,
      ManifestFiles files,
      TableMap tables,
      TableMap.Entry table,
      List<StoredRegion> old,
      List<RegionHeir> heirs) {
    this.manifest = manifest;
    this.files = files;
    this.tables = tables;
    this.table = table;
    this.old = old;
    this.handovers = old.stream().map(StoredRegion::handOver).toList();
    this.heirs = heirs;
  }

  /** How many flushes it took. */
  int flushes() {
    return flushes;
  }

  /** Whether the manifest has the new regions. */
  Listed listed() {
    return listed;
  }

  /**
   * Makes the exchange.
   *
   * @param withRows whether the new regions get the rows too
   * @return the new regions
   */
  List<StoredRegion> run(boolean withRows) throws IOException {
    try {
      List<RegionHandover> givers = withRows ? handovers : List.of();
      for (RegionHandover handover : handovers) {
        flushes += handover.prepare();
      }
      take(givers);
      for (RegionHandover handover : handovers) {
        flushes += handover.hold();
      }
      take(givers);
      heirs.forEach(heir -> opened.add(heir.open()));
      exchange();
    } catch (ManifestFailedException e) {
      // The links stay, for opening to tell whose they are.
      listed = Listed.PERHAPS;
      unknown = e;
      throw e;
    } finally {
      letGo();
    }
    handovers.forEach(RegionHandover::awaitEnd);
    return opened;
  }

  private void take(List<RegionHandover> givers) throws IOException {
    for (RegionHeir heir : heirs) {
      heir.take(givers);
    }
  }

  /** The old regions are held, the new ones open: nothing can fail but the manifest. */
  private void exchange() throws IOException {
    Runnable show = tables.prepare(table.descriptor(), true, exchanged(), false);
    manifest.append(edits());
    listed = Listed.YES;
    show.run();
    shown = true;
    handovers.forEach(opened.get(0)::replace);
  }

  private void letGo() {
    if (listed.mayBe()) {
      handovers.forEach(handover -> handover.uncertain(unknown));
    }
    try {
      if (!shown) {
        opened.forEach(region -> region.close(Reason.REGION_CLOSED));
      }
      heirs.forEach(RegionHeir::close);
    } finally {
      handovers.forEach(RegionHandover::close);
    }
  }

  private List<StoredRegion> exchanged() {
    List<StoredRegion> next = new ArrayList<>(table.regions());
    int at = next.indexOf(old.get(0));
    assert next.subList(at, at + old.size()).equals(old) : "not neighbours";
    next.subList(at, at + old.size()).clear();
    next.addAll(at, opened);
    return next;
  }

  private List<ManifestEdit> edits() {
    List<ManifestEdit> edits = new ArrayList<>();
    old.forEach(region -> edits.add(new ManifestEdit.RegionRemoved(region.info().number())));
    for (RegionHeir heir : heirs) {
      Map<String, Catalog.Family> families = new TreeMap<>();
      heir.files()
          .forEach(
              (name, its) -> families.put(name, new Catalog.Family(its, flushedSequence(name))));
      edits.addAll(new Catalog.RegionEntry(heir.info(), families).additions());
    }
    edits.add(files.namesGiven());
    return edits;
  }

  /** Up to where all old regions have everything of a family in files. */
  private long flushedSequence(String family) {
    long most = 0;
    for (StoredRegion region : old) {
      Catalog.RegionEntry entry = manifest.catalog().regions().get(region.info().number());
      Catalog.Family ofRegion = entry.families().getOrDefault(family, Catalog.Family.EMPTY);
      most = Math.max(most, ofRegion.flushedSequence());
    }
    return most;
  }
}
