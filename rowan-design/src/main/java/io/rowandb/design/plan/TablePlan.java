package io.rowandb.design.plan;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The plan of a table.
 *
 * @param fields types of the sample's fields; those that are not in it are text
 * @param identity the fields that tell one record from another; none when nothing is said
 * @param versionField the field that has the cells' time; empty: the time of the write
 * @param isLoadedByFiles whether it is filled by a bulk load
 * @param arrival the field whose order rows arrive in, {@code file} for the sample's own order,
 *     {@code none} where no order is known; empty when nothing is said
 * @param rows that the table will have; 0 when nothing is said
 * @param writesPerSecond rows a second; 0 when nothing is said
 * @param needs what the program wants besides
 */
public record TablePlan(
    String table,
    Map<String, FieldType> fields,
    List<String> identity,
    List<PlannedPart> key,
    List<PlannedFamily> families,
    List<PlannedColumn> columns,
    String versionField,
    PlannedSplits splits,
    boolean isLoadedByFiles,
    List<PlannedPattern> patterns,
    String arrival,
    long rows,
    double writesPerSecond,
    PlannedCluster cluster,
    PlannedNeeds needs) {
  /** An arrival in the order of the sample's lines. */
  public static final String BY_FILE = "file";

  /** An arrival of which nothing is known. */
  public static final String UNKNOWN_ARRIVAL = "none";

  /** Copies the lists. */
  public TablePlan {
    fields = Map.copyOf(fields);
    identity = List.copyOf(identity);
    key = List.copyOf(key);
    families = List.copyOf(families);
    columns = List.copyOf(columns);
    patterns = List.copyOf(patterns);
  }

  /** The same with another key. */
  public TablePlan withKey(List<? extends PlannedPart> other) {
    return with(table, List.copyOf(other), families, columns, splits, patterns);
  }

  /** The same with another number of rows. */
  public TablePlan withRows(long other) {
    return withUse(other, writesPerSecond, cluster, needs);
  }

  /** The same with other rows, writes, servers and needs. */
  public TablePlan withUse(
      long otherRows, double otherWrites, PlannedCluster otherCluster, PlannedNeeds otherNeeds) {
    return new TablePlan(
        table,
        fields,
        identity,
        key,
        families,
        columns,
        versionField,
        splits,
        isLoadedByFiles,
        patterns,
        arrival,
        otherRows,
        otherWrites,
        otherCluster,
        otherNeeds);
  }

  /** The same with other first regions. */
  public TablePlan withSplits(PlannedSplits other) {
    return with(table, key, families, columns, other, patterns);
  }

  /** The same with other families and columns, and the patterns that read them. */
  public TablePlan withColumns(
      List<PlannedFamily> otherFamilies,
      List<PlannedColumn> otherColumns,
      List<PlannedPattern> otherPatterns) {
    return with(table, key, otherFamilies, otherColumns, splits, otherPatterns);
  }

  /** The same under another name, for some of the patterns. */
  public TablePlan withName(String other, List<PlannedPattern> otherPatterns) {
    return with(other, key, families, columns, splits, otherPatterns);
  }

  private TablePlan with(
      String otherTable,
      List<PlannedPart> otherKey,
      List<PlannedFamily> otherFamilies,
      List<PlannedColumn> otherColumns,
      PlannedSplits otherSplits,
      List<PlannedPattern> otherPatterns) {
    return new TablePlan(
        otherTable,
        fields,
        identity,
        otherKey,
        otherFamilies,
        otherColumns,
        versionField,
        otherSplits,
        isLoadedByFiles,
        otherPatterns,
        arrival,
        rows,
        writesPerSecond,
        cluster,
        needs);
  }

  /** What a field is. */
  public FieldType type(String field) {
    return fields.getOrDefault(field, FieldType.TEXT);
  }

  /**
   * The field by whose order rows are taken to arrive: what is said, or else the first time of the
   * key; none for the sample's own order, or when no order is known.
   */
  public Optional<String> arrivalField() {
    if (!arrival.isEmpty()) {
      return arrival.equals(BY_FILE) || !hasArrival() ? Optional.empty() : Optional.of(arrival);
    }
    return key.stream()
        .flatMap(part -> part.fields().stream())
        .filter(each -> type(each).isTime())
        .findFirst();
  }

  /** Whether it is known in which order rows arrive. */
  public boolean hasArrival() {
    return !arrival.equals(UNKNOWN_ARRIVAL);
  }

  /** Whether all that is stored is added up: records of one row are in its sums. */
  public boolean isAddedUp() {
    return !columns.isEmpty()
        && columns.stream().allMatch(each -> each.count() == PlannedColumn.Count.INCREMENT);
  }

  /** The columns of a family. */
  public List<PlannedColumn> columns(PlannedFamily family) {
    return columns.stream().filter(each -> each.family().equals(family.name())).toList();
  }
}
