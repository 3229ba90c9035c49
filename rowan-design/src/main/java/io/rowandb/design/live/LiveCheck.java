package io.rowandb.design.live;

import io.rowandb.design.check.DesignFinding;
import io.rowandb.design.check.DesignReport;
import io.rowandb.design.plan.FieldType;
import io.rowandb.schema.field.NamedValues;
import io.rowandb.schema.pattern.notes.NotedDesigns;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptor;

/** Checks a table of a store or cluster: is it what its design promised? */
public final class LiveCheck {
  /** Rows that are read when nothing is said. */
  public static final int USUAL_ROWS = 20_000;

  /** Rows that are kept in memory at most. */
  public static final int MOST_ROWS = 200_000;

  private LiveCheck() {}

  /**
   * Checks a table: reads a sample of it, as {@link #sample} does, and closes that.
   *
   * @param now milliseconds since 1970
   */
  public static DesignReport run(
      Connection connection,
      TableName table,
      Optional<TableDesign<?>> declared,
      Map<String, FieldType> fields,
      List<String> identity,
      int limit,
      long seed,
      long now)
      throws IOException {
    try (LiveSample sample = sample(connection, table, declared, fields, identity, limit, seed)) {
      return sample.check(now);
    }
  }

  /**
   * Reads rows of a table.
   *
   * @param declared the design of its program; empty for that which the table keeps, if it does
   * @param fields how fields of the design are read, where not as usual
   * @param identity the fields that tell records apart; none when that is not known
   * @param limit rows that are read at most, 1 to {@link #MOST_ROWS}
   * @param seed chooses where they are read in large regions
   * @throws TableNotFoundException when there is no such table
   * @throws IllegalArgumentException when the design is of another table, or {@code fields} or
   *     {@code identity} name what is no field
   */
  public static LiveSample sample(
      Connection connection,
      TableName table,
      Optional<TableDesign<?>> declared,
      Map<String, FieldType> fields,
      List<String> identity,
      int limit,
      long seed)
      throws IOException {
    if (limit < 1 || limit > MOST_ROWS) {
      throw new IllegalArgumentException(limit + " rows: 1 to " + MOST_ROWS + " are read");
    }
    TableDescriptor descriptor = descriptor(connection, table);
    List<DesignFinding> findings = new ArrayList<>();
    Optional<TableDesign<?>> design = declared;
    if (design.isEmpty()) {
      design = noted(connection, table, findings);
    } else {
      requireName(design.get(), table);
      design.get().diff(descriptor).forEach(each -> findings.add(LiveFindings.differs(each)));
    }
    RowShape shape = RowShape.of(descriptor, design, fields, identity);
    LiveRows rows = LiveRows.read(connection, table, shape, limit, seed);
    findings.addAll(LiveFindings.of(rows));
    return LiveSample.of(rows, splitKeys(connection, table), findings);
  }

  private static TableDescriptor descriptor(Connection connection, TableName table)
      throws IOException {
    try (Admin admin = connection.getAdmin()) {
      return admin.getDescriptor(table);
    }
  }

  private static Optional<TableDesign<?>> noted(
      Connection connection, TableName table, List<DesignFinding> findings) throws IOException {
    String reason = "The table keeps no design.";
    try {
      for (TableDesign<NamedValues> each : NotedDesigns.of(connection, table)) {
        if (each.name().equals(table)) {
          return Optional.of(each);
        }
      }
    } catch (IllegalArgumentException e) {
      reason = "The design that the table keeps is its program's alone: " + e.getMessage() + ".";
    }
    findings.add(LiveFindings.unknown(reason));
    return Optional.empty();
  }

  private static void requireName(TableDesign<?> design, TableName table) {
    if (!design.name().equals(table)) {
      throw new IllegalArgumentException(
          "the design is of table " + design.name() + ", and " + table + " is to be checked");
    }
  }

  private static List<byte[]> splitKeys(Connection connection, TableName table) throws IOException {
    try (var locator = connection.getRegionLocator(table)) {
      return List.of(locator.getStartKeys()).stream().filter(key -> key.length > 0).toList();
    }
  }
}
