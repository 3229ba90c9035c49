package io.rowandb.schema.table;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.key.KeyGroup;
import io.rowandb.schema.key.RowKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * What must hold of a declared table as a whole; of its columns alone, see {@link MappingRules}.
 * Each broken rule is an {@link IllegalArgumentException} that names what breaks it.
 *
 * @param <R> the record
 */
final class DesignRules<R> {
  // Fixed at construction.
  private final TableForm<R> form;

  DesignRules(TableForm<R> form) {
    this.form = form;
  }

  /** Those that need no index. */
  void check() {
    form.version().ifPresent(this::checkVersion);
    form.expiry().ifPresent(this::checkExpiry);
    checkMark();
    checkGroup();
  }

  /** Those of the first rows of regions. */
  void checkSplits(List<byte[]> splitKeys) {
    form.group().ifPresent(group -> splitKeys.forEach(row -> checkSplit(group, row)));
  }

  /** Those of the indexes, and of the queries that the table must serve. */
  void check(List<IndexDesign<R>> indexes, List<AccessPattern> accessPatterns) {
    checkApart(indexes);
    checkTables(indexes);
    indexes.forEach(this::checkCounters);
    accessPatterns.forEach(pattern -> checkAnswered(pattern, indexes));
  }

  private void checkVersion(Component version) {
    boolean isWritten =
        form.mappings().stream()
            .anyMatch(
                mapping -> mapping.isWrittenWhole() && mapping.components().contains(version));
    if (!isWritten || form.key().components().contains(version)) {
      throw new IllegalArgumentException(
          form.key().shape().describe(version)
              + " is the version, and must be in a column, and neither a counter nor in the key");
    }
  }

  private void checkExpiry(Component expiry) {
    String rule = null;
    if (form.columnOf(expiry).isEmpty()) {
      rule = "and must be in a column of its own, which each record has";
    } else if (form.isMarked()) {
      rule =
          "and the table has marks, which do not expire with it: declare no unique index, index"
              + " with copies, details in rows of their own, version or marked()";
    } else if (form.mappings().stream()
        .anyMatch(each -> !each.isWrittenWhole() || each instanceof DetailMapping<R, ?>)) {
      rule =
          "and the table has counters, histories or details, which are written without it and"
              + " would stay";
    }
    if (rule != null) {
      throw new IllegalArgumentException(
          form.key().shape().describe(expiry) + " says how long a record lives, " + rule);
    }
  }

  private void checkMark() {
    if (!form.isMarked()) {
      return;
    }
    if (form.claims(form.mark())) {
      throw new IllegalArgumentException(
          "table "
              + form.name()
              + " keeps a mark in each row, since it has a unique index, an index with copies,"
              + " details in rows of their own, or views, and a field or details could have "
              + form.mark()
              + ": declare another family, or give the details' keys a literal");
    }
    for (ColumnFamilyDescriptor family : form.families().values()) {
      if (family.isNewVersionBehavior()) {
        throw new IllegalArgumentException(
            "table "
                + form.name()
                + " keeps a mark in each row, since it has a unique index, an index with copies,"
                + " details in rows of their own, or views, and its family "
                + family.getNameAsString()
                + " goes by the order of writes (NEW_VERSION_BEHAVIOR): what is executed late must"
                + " be older there, by its time");
      }
    }
  }

  private void checkGroup() {
    if (form.group().isPresent() && (form.isMarked() || form.expiry().isPresent())) {
      throw new IllegalArgumentException(
          "table "
              + form.name()
              + " keeps records together by "
              + form.group().get().fields().stream().map(Component::name).toList()
              + ", to write several as one, which is done without a look at what their rows hold,"
              + (form.isMarked()
                  ? " but its rows have marks, which each write must know: declare no unique index,"
                      + " index with copies, details in rows of their own, version or marked()"
                  : " but its records expire, of which a put must know what it replaces"));
    }
  }

  private void checkSplit(KeyGroup<R> group, byte[] row) {
    if (!Arrays.equals(row, group.cut(row))) {
      throw new IllegalArgumentException(
          "table "
              + form.name()
              + " keeps rows together that have "
              + group
              + " in common, and a region that begins at "
              + Bytes.toStringBinary(row)
              + " would divide some");
    }
  }

  private void checkAnswered(AccessPattern pattern, List<IndexDesign<R>> indexes) {
    if (pattern.answeredBy(form, indexes).isEmpty()) {
      throw new IllegalArgumentException(
          "table "
              + form.name()
              + " does not answer "
              + pattern
              + " without reading other rows: its key is "
              + form.key()
              + indexes.stream()
                  .map(index -> "; " + pattern.describe(form, index))
                  .collect(Collectors.joining()));
    }
  }

  /** What increments change, no writer of records has the entries of. */
  private void checkCounters(IndexDesign<R> index) {
    for (CellMapping<R> mapping : form.mappings()) {
      for (Component component : mapping.components()) {
        if (mapping instanceof Counter<R> && index.dependsOn(component)) {
          throw new IllegalArgumentException(
              "index "
                  + index.name()
                  + " is on "
                  + component.name()
                  + ", a counter, which changes without a record being written");
        }
      }
    }
  }

  /** No reader could tell entries from other rows that their keys are not apart from. */
  private void checkTables(List<IndexDesign<R>> indexes) {
    Map<TableName, String> owners = new HashMap<>(Map.of(form.name(), "the records"));
    for (CellMapping<R> mapping : form.mappings()) {
      if (mapping instanceof TallDetails<R, ?> tall) {
        owners.put(tall.table(), "the details " + tall.name());
      }
    }
    for (IndexDesign<R> index : indexes) {
      String other =
          index.isInTableOfRecords()
              ? null
              : owners.put(index.table(), "the entries of index " + index.name());
      if (other != null) {
        throw new IllegalArgumentException(
            "index "
                + index.name()
                + " has table "
                + index.table()
                + ", which is that of "
                + other
                + " already: an index has a table of its own, or is declared inTableOfRecords");
      }
    }
  }

  /** Keys of records and of entries that share a table begin with literals of their own. */
  private void checkApart(List<IndexDesign<R>> built) {
    Set<String> names = new HashSet<>();
    List<RowKey<R>> keys = new ArrayList<>(List.of(form.key()));
    for (IndexDesign<R> index : built) {
      if (!names.add(index.name())) {
        throw new IllegalArgumentException("index " + index.name() + " is declared twice");
      }
      if (index.isInTableOfRecords()) {
        for (RowKey<R> other : keys) {
          if (!index.key().isApartFrom(other)) {
            throw new IllegalArgumentException(
                "index "
                    + index.name()
                    + " shares table "
                    + form.name()
                    + " with the key "
                    + other
                    + ": each must begin with a literal that does not begin the other's");
          }
        }
        keys.add(index.key());
      }
    }
  }
}
