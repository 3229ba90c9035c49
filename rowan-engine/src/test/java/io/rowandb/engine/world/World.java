package io.rowandb.engine.world;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rowandb.engine.Database;
import io.rowandb.engine.background.TableView;
import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.region.Region;
import io.rowandb.engine.region.RegionInfo;
import java.io.IOException;
import java.util.List;
import java.util.Random;

/**
 * The database of a history, and what it may hold: as before the step that is under way, or as
 * after it. Draws places in it. Used by one thread.
 */
final class World {
  /** How many rows a table has that are written alone. */
  static final int ROWS = 6;

  // Fixed at construction.
  private final Random random;

  private Database database;
  private List<ExpectedStore> allowed = List.of(new ExpectedStore());

  /** Nothing is open. */
  World(Random random) {
    this.random = random;
  }

  /** The database; null when it is closed, or was to be closed or opened. */
  Database database() {
    return database;
  }

  /** From now on this is the database; null when it is closed. */
  void use(Database opened) {
    database = opened;
  }

  /** What a database on this disk may hold now. */
  List<ExpectedStore> allowed() {
    return allowed;
  }

  /** What it holds when the step under way does nothing. */
  ExpectedStore now() {
    return allowed.get(0);
  }

  /** A change of the schema. */
  interface Change {
    void run() throws IOException;
  }

  /** Makes a change during which the store may hold what it held, or what it is to hold. */
  void become(ExpectedStore after, Change change) throws IOException {
    allowed = List.of(now(), after);
    change.run();
    allowed = List.of(after);
  }

  /** The families of a table, in their order. */
  static List<byte[]> families(TableView table) {
    return table.descriptor().families().stream().map(family -> bytes(family.name())).toList();
  }

  TableView view(String table) {
    return database.table(TableName.of(table));
  }

  Region region(String table, String row) {
    return view(table).locate(bytes(row));
  }

  RegionInfo anyRegion(String table) {
    List<Region> regions = view(table).regions();
    return regions.get(random.nextInt(regions.size())).info();
  }

  String anyTable() {
    return any(List.copyOf(now().tables().keySet()));
  }

  /** One of some; null when there is none. */
  String any(List<String> names) {
    return names.isEmpty() ? null : names.get(random.nextInt(names.size()));
  }

  String anyRow() {
    return "r" + random.nextInt(ROWS);
  }

  static String text(byte[] bytes) {
    return new String(bytes, UTF_8);
  }

  static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }
}
