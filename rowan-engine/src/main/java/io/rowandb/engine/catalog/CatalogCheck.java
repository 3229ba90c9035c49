package io.rowandb.engine.catalog;

import io.rowandb.engine.catalog.Catalog.RegionEntry;
import io.rowandb.engine.io.CorruptFileException;
import io.rowandb.engine.io.Finding;
import io.rowandb.engine.region.RegionInfo;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Checks that a catalogue is consistent: each row of a table is in exactly one region, and families
 * and names follow the rules. Reads no file. Used by one thread, once.
 */
public final class CatalogCheck {
  /** No store has given so many that fewer are left. */
  private static final long FEW_NUMBERS = 1L << 40;

  // Fixed at construction.
  private final Catalog catalog;
  private final Path manifest;
  private final Consumer<Finding> findings;

  private CatalogCheck(Catalog catalog, Path manifest, Consumer<Finding> findings) {
    this.catalog = catalog;
    this.manifest = manifest;
    this.findings = findings;
  }

  /**
   * Checks a catalogue.
   *
   * @param manifest the file it was read from, which findings name
   */
  public static void check(Catalog catalog, Path manifest, Consumer<Finding> findings) {
    CatalogCheck check = new CatalogCheck(catalog, manifest, findings);
    catalog
        .tables()
        .forEach(
            (name, table) ->
                check.table("table " + name, table.descriptor(), catalog.regionsOf(name)));
    catalog
        .snapshots()
        .forEach(
            (name, snapshot) ->
                check.table("snapshot " + name, snapshot.table(), snapshot.regions()));
    check.numbers();
    check.names();
  }

  private void table(String what, TableDescriptor table, List<RegionEntry> regions) {
    Set<String> families =
        table.families().stream().map(FamilyDescriptor::name).collect(Collectors.toSet());
    byte[] reached = new byte[0];
    boolean ended = false;
    for (RegionEntry region : regions) {
      byte[] start = region.info().range().startKey();
      byte[] end = region.info().range().endKey();
      if (ended || !Arrays.equals(start, reached)) {
        boolean overlap = ended || Arrays.compareUnsigned(start, reached) < 0;
        error(
            what + ": " + (overlap ? "rows in two regions" : "a gap") + " before " + region.info());
      }
      if (end.length > 0 && Arrays.compareUnsigned(start, end) >= 0) {
        error(what + ": the range of " + region.info() + " ends before it begins");
      }
      if (!families.containsAll(region.families().keySet())) {
        error(
            what
                + ": "
                + region.info()
                + " has files of "
                + region.families().keySet()
                + ", the families are "
                + families);
      }
      ended = end.length == 0;
      reached = end;
    }
    if (!ended) {
      error(what + ": no region has its last rows");
    }
  }

  private void numbers() {
    for (RegionEntry region : catalog.regions().values()) {
      if (region.info().number() >= catalog.nextRegionNumber()) {
        error(region.info() + " has a number that is still to be given, " + region.info().number());
      }
    }
    long sequencesLeft = StoreNames.MAX_NUMBER - catalog.maxFlushedSequence();
    if (Math.min(StoreNames.left(catalog), sequencesLeft) < FEW_NUMBERS) {
      error("there are hardly numbers left for regions, files and writes, which cannot be");
    }
    long next = catalog.nextFileNumber();
    files()
        .filter(file -> ManifestFiles.number(file) >= next)
        .forEach(
            file ->
                error(
                    "file " + file + " has a name that is still to be given, the next is " + next));
  }

  /**
   * Refuses a region that the log has and that is newer than the manifest: a region is in the
   * manifest, on disk, before it takes a write.
   *
   * @param nextNumber the number that the manifest gives next
   */
  public static void requireGiven(long nextNumber, long number, Path manifest)
      throws CorruptFileException {
    if (number >= nextNumber) {
      throw new CorruptFileException(
          manifest,
          0,
          "it is older than the log, which has writes to region "
              + number
              + "; the manifest has given the numbers below "
              + nextNumber
              + " only");
    }
  }

  /** Two regions in one directory, or a file listed twice, would delete each other's files. */
  private void names() {
    Map<String, RegionInfo> directories = new HashMap<>();
    for (RegionEntry region : catalog.regions().values()) {
      RegionInfo other = directories.put(region.info().encodedName(), region.info());
      if (other != null) {
        error(region.info() + " has the directory of " + other);
      }
    }
    Set<String> files = new HashSet<>();
    files()
        .filter(file -> !files.add(file))
        .forEach(file -> error("file " + file + " is listed twice"));
  }

  /** The names of all files that are listed. */
  private Stream<String> files() {
    return catalog
        .allRegions()
        .flatMap(region -> region.families().values().stream())
        .flatMap(family -> family.files().stream());
  }

  private void error(String what) {
    findings.accept(Finding.error(manifest, Finding.WHOLE, what));
  }
}
