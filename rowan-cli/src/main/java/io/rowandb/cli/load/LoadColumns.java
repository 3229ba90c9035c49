package io.rowandb.cli.load;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;

/**
 * The meaning of a line's fields, in the syntax of HBase's ImportTsv: {@code HBASE_ROW_KEY} once,
 * {@code HBASE_TS_KEY} at most once, and columns as {@code family:qualifier}, or {@code family} for
 * the empty qualifier.
 *
 * @param spec as given
 * @param rowKey which field is the row's key, from 0
 * @param time which field is the time in milliseconds; -1 for none
 * @param columns by field; null for the two above
 */
public record LoadColumns(String spec, int rowKey, int time, List<Column> columns) {
  private static final String ROW_KEY = "HBASE_ROW_KEY";
  private static final String TIME = "HBASE_TS_KEY";

  /** All other names that begin so mean something to ImportTsv. */
  private static final String RESERVED = "HBASE_";

  private static final int MAX_FAMILY_BYTES = 127;

  /** A column, in bytes. */
  record Column(String familyName, byte[] family, byte[] qualifier) {
    static Column of(String text) {
      int colon = text.indexOf(':');
      String family = colon < 0 ? text : text.substring(0, colon);
      byte[] familyBytes = family.getBytes(StandardCharsets.UTF_8);
      if (familyBytes.length == 0 || familyBytes.length > MAX_FAMILY_BYTES) {
        throw new IllegalArgumentException(
            "\"" + text + "\" is no column: a family has 1 to " + MAX_FAMILY_BYTES + " bytes");
      }
      String qualifier = colon < 0 ? "" : text.substring(colon + 1);
      return new Column(family, familyBytes, qualifier.getBytes(StandardCharsets.UTF_8));
    }
  }

  /**
   * Reads a specification.
   *
   * @throws IllegalArgumentException when it breaks a rule; names the field
   */
  public static LoadColumns parse(String spec) {
    int rowKey = -1;
    int time = -1;
    boolean any = false;
    List<Column> columns = new ArrayList<>();
    for (String field : spec.split(",", -1)) {
      Column column = null;
      if (field.equals(ROW_KEY)) {
        rowKey = onlyOnce(field, rowKey, columns.size());
      } else if (field.equals(TIME)) {
        time = onlyOnce(field, time, columns.size());
      } else if (field.startsWith(RESERVED)) {
        throw new IllegalArgumentException(
            field + " is not supported; " + ROW_KEY + " and " + TIME + " are");
      } else {
        column = Column.of(field);
        any = true;
      }
      columns.add(column);
    }
    if (rowKey < 0) {
      throw new IllegalArgumentException("\"" + spec + "\" has no " + ROW_KEY);
    }
    if (!any) {
      throw new IllegalArgumentException("\"" + spec + "\" has no column beside the row key");
    }
    return new LoadColumns(spec, rowKey, time, columns);
  }

  private static int onlyOnce(String field, int before, int now) {
    if (before >= 0) {
      throw new IllegalArgumentException(field + " comes twice");
    }
    return now;
  }

  /** Which field is a column; -1 when none is. */
  int fieldOf(String column) {
    Column wanted = Column.of(column);
    for (int i = 0; i < columns.size(); i++) {
      Column each = columns.get(i);
      if (each != null
          && each.familyName().equals(wanted.familyName())
          && Arrays.equals(each.qualifier(), wanted.qualifier())) {
        return i;
      }
    }
    return -1;
  }

  /** The families of all columns, sorted. */
  List<String> families() {
    TreeSet<String> families = new TreeSet<>();
    for (Column column : columns) {
      if (column != null) {
        families.add(column.familyName());
      }
    }
    return List.copyOf(families);
  }
}
