package io.rowandb.cli.design;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.table.RowPart;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.table.TallDetails;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Result;

/**
 * Details in their own rows, whose key is the row key of their record followed by their own key.
 * Immutable.
 *
 * @param design of their records
 */
record DetailRows(TableDesign<?> design, TallDetails<?, ?> details) {
  /** Those of a design that are in a table. */
  static List<DetailRows> in(TableName table, TableDesign<?> design) {
    List<DetailRows> found = new ArrayList<>();
    for (var mapping : design.details()) {
      if (mapping instanceof TallDetails<?, ?> tall && tall.table().equals(table)) {
        found.add(new DetailRows(design, tall));
      }
    }
    return found;
  }

  /** For messages: the field that has them. */
  String name() {
    return details.name();
  }

  /**
   * A row.
   *
   * @throws IllegalArgumentException when it is no detail
   * @throws io.rowandb.schema.key.MalformedKeyException when no detail has such a key
   */
  RowFields read(Result row, RowPart part) {
    byte[] recordRow = Arrays.copyOf(row.getRow(), design.key().bytesIn(row.getRow()));
    Object[] ofRecord = new Object[design.shape().components().size()];
    design.key().decode(recordRow, ofRecord);
    design.key().checkWhole(recordRow, ofRecord);
    Map<Component, Object> fields =
        new LinkedHashMap<>(details.fields(row, recordRow.length, part));
    Map<String, Object> key = RowForms.taken(fields, details.design().key().held());
    return new RowFields(
        Optional.of(row.getRow()),
        Optional.of(
            new RowFields.Belonging(
                RowFields.Kind.DETAIL,
                details.component().name(),
                recordRow,
                RowForms.ofKey(design.key(), ofRecord))),
        key,
        RowForms.named(fields),
        RowForms.others(row, column -> details.isShown(column, part)),
        part.hasValues());
  }
}
