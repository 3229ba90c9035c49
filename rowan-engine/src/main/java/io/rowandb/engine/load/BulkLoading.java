package io.rowandb.engine.load;

import io.rowandb.engine.background.TableMap;
import io.rowandb.engine.cache.BlockCache;
import io.rowandb.engine.catalog.EnclosingStore;
import io.rowandb.engine.catalog.FamilyDescriptor;
import io.rowandb.engine.catalog.StoreLayout;
import io.rowandb.engine.cell.Bytes;
import io.rowandb.engine.io.CorruptFileException;
import io.rowandb.engine.io.FailureLog;
import io.rowandb.engine.io.FileKind;
import io.rowandb.engine.io.Finding;
import io.rowandb.engine.region.RefusedException;
import io.rowandb.engine.region.RefusedException.Reason;
import io.rowandb.engine.region.RegionLoad;
import io.rowandb.engine.region.RegionRange;
import io.rowandb.engine.region.StoredRegion;
import io.rowandb.engine.store.ObsoleteFiles;
import io.rowandb.engine.store.StoreEnvironment;
import io.rowandb.engine.storefile.StoreFile;
import io.rowandb.engine.storefile.StoreFileCheck;
import io.rowandb.engine.storefile.StoreFileInfo;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The files of one table that are being loaded: checked and staged while everything else continues,
 * which does all the slow work. {@link LoadCommit} then makes them part of the table.
 *
 * <p>Memory: the metadata of each file; one block at a time to verify and 1 MB to copy. Used by one
 * thread.
 */
final class BulkLoading {
  /** The files that a region takes, and how. */
  record Part(StagedFile file, boolean last) {}

  // Fixed at construction.
  private final LoadableTables tables;
  private final StoreLayout layout;
  private final StoreEnvironment environment;
  private final BulkLoad load;

  private final List<StagedFile> files = new ArrayList<>();

  /** Those that are staged and were not renamed into a region. */
  private final Set<Path> staged = new LinkedHashSet<>();

  private long verifyNanos;
  private long bytes;

  BulkLoading(
      LoadableTables tables, StoreLayout layout, StoreEnvironment environment, BulkLoad load) {
    this.tables = tables;
    this.layout = layout;
    this.environment = environment;
    this.load = load;
  }

  /** Checks the files, and brings them onto the disk of the database. */
  void stage() throws IOException {
    TableMap.Entry table = table();
    checkOutside();
    for (BulkLoad.SourceFile file : load.files()) {
      tables.checkOpen();
      files.add(stage(table, file));
    }
  }

  /** How many files are staged. */
  int files() {
    return files.size();
  }

  /** Their bytes. */
  long bytes() {
    return bytes;
  }

  /** How long it took to read them, if that was requested. */
  long verifyNanos() {
    return verifyNanos;
  }

  /** A file of this database or of any other may be linked and copied, but never moved away. */
  private void checkOutside() throws IOException {
    boolean goes =
        switch (load.source()) {
          case MOVE, GIVE -> true;
          case LINK, COPY -> false;
        };
    if (!goes) {
      return;
    }
    Set<Path> directories = new LinkedHashSet<>();
    for (BulkLoad.SourceFile file : load.files()) {
      if (layout.holds(load.fileSystem(), file.path())) {
        throw bad(
            "File " + file.path() + " is inside the database and cannot be moved out of its place");
      }
      directories.add(load.fileSystem().named(file.path()).getParent());
    }
    for (Path directory : directories) {
      Optional<Path> store = EnclosingStore.of(load.fileSystem(), directory);
      if (store.isPresent()) {
        throw bad(
            "Directory "
                + directory
                + " is inside the store or backup "
                + store.get()
                + ", which a load would take the files from. Copy them to another place and load"
                + " them there, or restore the backup");
      }
    }
  }

  private TableMap.Entry table() throws RefusedException {
    TableMap.Entry table = tables.stored(load.table());
    if (!table.enabled()) {
      throw new RefusedException(
          Reason.TABLE_NOT_ENABLED,
          load.table().fullName(),
          "Table " + load.table() + " is disabled; files need it enabled");
    }
    return table;
  }

  /**
   * Brings a file into the directory of some region, and checks it there: after that, writers of
   * its source can no longer change it, unless it is a link.
   */
  private StagedFile stage(TableMap.Entry table, BulkLoad.SourceFile file) throws IOException {
    checkFamily(table, file);
    requirePlain(file.path());
    Path directory = layout.familyDirectory(table.regions().get(0).info(), file.family());
    environment.ensureDirectory(directory);
    Path path = directory.resolve(environment.manifest().newFileName());
    staged.add(path);
    Object key = load.fileSystem().key(file.path());
    StagedFile.stage(load, file.path(), environment.fileSystem(), path);
    StoreFileInfo info;
    try {
      info = describe(path, file);
    } catch (CorruptFileException e) {
      if (!e.file().equals(path)) {
        throw e;
      }
      // Its user knows it by the name it came with.
      CorruptFileException named = new CorruptFileException(file.path(), e.offset(), e.what());
      named.initCause(e);
      throw named;
    }
    regionsOf(table, info, file); // refuses what does not fit, before anything waits
    bytes += info.fileBytes();
    return new StagedFile(file, key, path, info);
  }

  /** A link may lead out of the directory that is loaded; a pipe is waited for. */
  private void requirePlain(Path file) throws IOException {
    Path family = file.toAbsolutePath().getParent();
    FileKind in = load.fileSystem().kind(family);
    FileKind kind = load.fileSystem().kind(file);
    if (in == FileKind.LINK) {
      throw bad("Directory " + family + " is a symbolic link, which a load does not follow");
    }
    if (kind != FileKind.FILE && kind != FileKind.NOTHING) {
      throw bad("File " + file + " is " + kind.words() + "; only files are loaded");
    }
  }

  private void checkFamily(TableMap.Entry table, BulkLoad.SourceFile file) throws RefusedException {
    List<String> families =
        table.descriptor().families().stream().map(FamilyDescriptor::name).toList();
    if (!families.contains(file.family())) {
      throw new RefusedException(
          Reason.FAMILY_NOT_FOUND,
          "Table "
              + load.table()
              + " has families "
              + families
              + " and not "
              + file.family()
              + ", which is that of "
              + file.path());
    }
  }

  private StoreFileInfo describe(Path path, BulkLoad.SourceFile file) throws IOException {
    long start = System.nanoTime();
    byte[] family = file.family().getBytes(StandardCharsets.UTF_8);
    if (load.verify()) {
      List<Finding> faults = new ArrayList<>();
      StoreFileCheck.check(environment.fileSystem(), path, family, faults::add);
      for (Finding fault : faults) {
        if (fault.severity() == Finding.Severity.ERROR) {
          throw new CorruptFileException(path, Math.max(0, fault.offset()), fault.what());
        }
      }
      verifyNanos += System.nanoTime() - start;
    }
    StoreFileInfo info;
    try (StoreFile open = StoreFile.open(environment.fileSystem(), path, new BlockCache(0))) {
      info = open.info();
      if (info.entryCount() == 0) {
        throw bad("File " + file.path() + " has no cells");
      }
      open.checkEnds(family);
    }
    return info;
  }

  /** The regions that a file has rows for, in key order; refuses when it may not have them. */
  private List<StoredRegion> regionsOf(
      TableMap.Entry table, StoreFileInfo info, BulkLoad.SourceFile file) throws RefusedException {
    List<StoredRegion> regions = new ArrayList<>();
    for (StoredRegion region : table.regions()) {
      if (overlaps(region.info().range(), info)) {
        regions.add(region);
      }
    }
    boolean one = regions.size() == 1;
    if (load.region() != null
        && !(one && regions.get(0).info().encodedName().equals(load.region()))) {
      throw new RefusedException(
          Reason.WRONG_REGION,
          "File "
              + file.path()
              + " has rows "
              + Bytes.printable(info.firstRow())
              + " to "
              + Bytes.printable(info.lastRow())
              + " and does not fit into region "
              + load.region());
    }
    return regions;
  }

  private static boolean overlaps(RegionRange range, StoreFileInfo info) {
    return Arrays.compareUnsigned(info.lastRow(), range.startKey()) >= 0
        && (range.endKey().length == 0
            || Arrays.compareUnsigned(info.firstRow(), range.endKey()) < 0);
  }

  /** Which region takes which files, both in order; the last to take a file gets its name. */
  Map<StoredRegion, List<Part>> plan() throws RefusedException {
    TableMap.Entry table = table();
    Map<StoredRegion, List<Part>> plan = new HashMap<>();
    for (StagedFile file : inOrder(files)) {
      checkFamily(table, file.source());
      List<StoredRegion> regions = regionsOf(table, file.info(), file.source());
      for (int i = 0; i < regions.size(); i++) {
        plan.computeIfAbsent(regions.get(i), region -> new ArrayList<>())
            .add(new Part(file, i == regions.size() - 1));
      }
    }
    Map<StoredRegion, List<Part>> inKeyOrder = new LinkedHashMap<>();
    for (StoredRegion region : table.regions()) {
      if (plan.containsKey(region)) {
        inKeyOrder.put(region, plan.get(region));
      }
    }
    return inKeyOrder;
  }

  /** HBase's tie: of files of one load the smaller one is the newer. */
  private static List<StagedFile> inOrder(List<StagedFile> files) {
    List<StagedFile> largestFirst = new ArrayList<>(files);
    largestFirst.sort(Comparator.comparingLong((StagedFile f) -> f.info().fileBytes()).reversed());
    return largestFirst;
  }

  /** A region takes its files. */
  void take(RegionLoad region, List<Part> parts) throws IOException {
    for (Part part : parts) {
      Path path = part.file().path();
      region.take(part.file().source().family(), path, part.last());
      if (part.last()) {
        staged.remove(path);
      }
    }
  }

  /** Deletes what no region took. */
  void end() {
    staged.forEach(environment.obsoleteFiles()::delete);
  }

  /**
   * What cannot be deleted is logged, and stays: the load is done all the same. So does a file that
   * came to the name of one that was loaded.
   */
  void removeSources() {
    if (load.source() == BulkLoad.Source.MOVE) {
      ObsoleteFiles sources = new ObsoleteFiles(load.fileSystem());
      for (StagedFile file : files) {
        if (isStill(file)) {
          sources.delete(file.source().path());
        }
      }
    }
  }

  private boolean isStill(StagedFile file) {
    Path source = file.source().path();
    try {
      if (file.key().equals(load.fileSystem().key(source))) {
        return true;
      }
      FailureLog.warning(
          BulkLoading.class,
          source + " is another file than the one that was loaded; it stays",
          null);
    } catch (IOException e) {
      FailureLog.warning(BulkLoading.class, "Cannot look at " + source + ", which was loaded", e);
    }
    return false;
  }

  private static RefusedException bad(String message) {
    return new RefusedException(Reason.BAD_REQUEST, message);
  }
}
