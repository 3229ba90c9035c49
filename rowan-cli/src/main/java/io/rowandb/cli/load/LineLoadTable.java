package io.rowandb.cli.load;

import io.rowandb.cli.source.SourceException;
import io.rowandb.cli.terminal.Figures;
import io.rowandb.cli.terminal.Terminal;
import io.rowandb.engine.Database;
import io.rowandb.engine.background.TableView;
import io.rowandb.engine.bulk.BulkSort;
import io.rowandb.engine.bulk.BulkSort.SortedFile;
import io.rowandb.engine.catalog.FamilyDescriptor;
import io.rowandb.engine.catalog.TableDescriptor;
import io.rowandb.engine.io.LocalFileSystem;
import io.rowandb.engine.load.BulkLoad;
import io.rowandb.engine.region.RefusedException;
import io.rowandb.engine.region.Region;
import io.rowandb.engine.storefile.StoreFileOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The table that a load of lines fills: whether it can take the rows, whether it has them already,
 * and the step in which it takes them. It is made when its regions are known. Used by one thread.
 */
final class LineLoadTable {
  private final LoadRequest request;
  private final Database database;
  private final Terminal terminal;

  /** The table of a request, which may not be there yet. */
  LineLoadTable(LoadRequest request, Database database, Terminal terminal) {
    this.request = request;
    this.database = database;
    this.terminal = terminal;
  }

  /**
   * Refuses a table that cannot take the rows, before anything is read.
   *
   * @throws SourceException when it is disabled or has other families, or there is none and it
   *     cannot be made
   */
  void check() throws SourceException {
    TableView table = database.table(request.table());
    if (table == null) {
      checkNewTable();
      return;
    }
    if (!table.enabled()) {
      throw new SourceException("table " + request.table() + " is disabled");
    }
    List<String> families =
        table.descriptor().families().stream().map(FamilyDescriptor::name).toList();
    for (String family : request.columns().families()) {
      if (!families.contains(family)) {
        throw new SourceException(
            "table " + request.table() + " has families " + families + " and not " + family);
      }
    }
    for (FamilyDescriptor family : table.descriptor().families()) {
      checkAttributes(family);
    }
  }

  /** A table that is there, also one that this load made before it was killed, is not changed. */
  private void checkAttributes(FamilyDescriptor family) throws SourceException {
    if (!family.attributes().entrySet().containsAll(request.attributes().entrySet())) {
      throw new SourceException(
          "table "
              + request.table()
              + " is there, and its family "
              + family.name()
              + " has not "
              + request.attributes()
              + "; these options are for a table that --create makes");
    }
  }

  /** What would refuse to make the table refuses it before anything is read. */
  private void checkNewTable() throws SourceException {
    if (request.newRegions() == 0) {
      throw new SourceException(
          "there is no table " + request.table() + "; --create N makes it, with N regions");
    }
    String namespace = request.table().namespace();
    if (database.namespaces().stream().noneMatch(it -> it.name().equals(namespace))) {
      throw new SourceException(
          "there is no namespace " + namespace + " for table " + request.table());
    }
    try {
      database.bulkFileOptions(newTable(), /* tags= */ false);
    } catch (IllegalArgumentException | RefusedException e) {
      throw new SourceException(
          "table " + request.table() + " cannot be made: " + e.getMessage(), e);
    }
  }

  private TableDescriptor newTable() {
    List<FamilyDescriptor> families =
        request.columns().families().stream()
            .map(family -> new FamilyDescriptor(family, request.attributes()))
            .toList();
    return new TableDescriptor(request.table(), families, Map.of());
  }

  /** How its families store; of a table that is to be made, how they will. */
  Map<String, StoreFileOptions> fileOptions() throws IOException {
    TableView present = database.table(request.table());
    return database.bulkFileOptions(
        present == null ? newTable() : present.descriptor(), /* tags= */ false);
  }

  /**
   * Whether the table has the sorted files, because an earlier run has loaded them.
   *
   * @param asked whether an earlier run asked the table to take them
   * @throws SourceException when the table has only some, or some are gone that it has not
   */
  boolean has(List<SortedFile> files, boolean asked) throws IOException {
    List<Path> gone =
        files.stream().map(SortedFile::path).filter(path -> !Files.exists(path)).toList();
    int loaded = LoadedFiles.count(database, request.table(), files);
    if (loaded > 0 && loaded < files.size()) {
      throw new SourceException(
          "table "
              + request.table()
              + " has "
              + loaded
              + " of the "
              + files.size()
              + " sorted files, which it took all at once; the others were compacted since, or a"
              + " region was truncated: look first whether it has their rows. "
              + request.howToGoOn());
    }
    if (loaded == 0 && !gone.isEmpty()) {
      throw new SourceException(lost(gone, files.size(), asked));
    }
    return loaded > 0;
  }

  private String lost(List<Path> gone, int files, boolean asked) {
    return gone.size()
        + " of "
        + files
        + " sorted files are gone, as "
        + gone.get(0)
        + ", and table "
        + request.table()
        + (asked
            ? " does not list them, though it was to take them: it never had them, or they were"
                + " compacted since, or it was truncated, dropped or restored. Look first whether"
                + " it has their rows. "
            : " has none of them. ")
        + request.howToGoOn();
  }

  /**
   * The first rows of the table's regions but the first; makes the table if it is to be made.
   *
   * @param lines how many become its rows
   */
  List<byte[]> starts(BulkSort sort, long lines) throws IOException {
    if (database.table(request.table()) == null) {
      // When merging has begun it was made, and is gone: the files are those of its regions.
      List<byte[]> splits = sort.isMerging() ? sort.starts() : sort.splitRows(request.newRegions());
      database.createTable(newTable(), splits);
      tellOfFewer(splits.size() + 1, lines);
    }
    List<byte[]> starts = new ArrayList<>();
    for (Region region : database.table(request.table()).regions()) {
      if (region.info().range().startKey().length > 0) {
        starts.add(region.info().range().startKey());
      }
    }
    return starts;
  }

  /** Rows of less than a block each, or none, part nothing. */
  private void tellOfFewer(int regions, long lines) {
    if (regions < request.newRegions()) {
      terminal.line(
          "table "
              + request.table()
              + " gets "
              + Figures.counted(regions, "region")
              + " instead of the "
              + request.newRegions()
              + " of --create: it is divided by its rows, which are too few ("
              + Figures.counted(lines, "line")
              + ")");
    }
  }

  /**
   * Makes all sorted files part of the table in one step.
   *
   * @return how many there were
   */
  int load(List<BulkLoad.SourceFile> sources) throws IOException {
    return database
        .bulkLoad(
            new BulkLoad(
                request.table(),
                /* region= */ null,
                sources,
                new LocalFileSystem(),
                BulkLoad.Source.GIVE,
                request.verify()))
        .files();
  }
}
