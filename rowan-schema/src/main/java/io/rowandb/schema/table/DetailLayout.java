package io.rowandb.schema.table;

import java.util.function.UnaryOperator;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;

/** Where the details of a record are stored. The record's class does not depend on it. */
public sealed interface DetailLayout {
  /**
   * In columns of the record's row: written and read with it in one step, in one region for ever.
   * Of two puts of one record at the same time the details may mix, as {@code RecordTable.put}
   * says.
   *
   * @param family whose columns begin with the details' keys
   */
  record Wide(String family) implements DetailLayout {}

  /**
   * In rows of their own, whose keys are that of the record and behind it the detail's.
   *
   * @param table whose only rows they are
   * @param attributes of its family
   */
  record Tall(String table, UnaryOperator<ColumnFamilyDescriptorBuilder> attributes)
      implements DetailLayout {}

  /**
   * In columns of the record's row. Reads as of a time do not see details that were removed since.
   * The family has no others, unless the details' keys begin with a literal that these do not begin
   * with.
   */
  static DetailLayout wide(String family) {
    return new Wide(family);
  }

  /**
   * In rows of a table of their own, which is split where that of the records is. For details by
   * the ten thousand, since a row is never split. Writing a record with its details is not one
   * step: the details come first, then its row, then those go that it has no more; who reads
   * meanwhile, or after a writer died, sees of the details what is there. Reading a record takes
   * one scan more.
   */
  static DetailLayout tall(String table) {
    return new Tall(table, UnaryOperator.identity());
  }

  /** The same with HBase's attributes of the table's family. */
  static DetailLayout tall(String table, UnaryOperator<ColumnFamilyDescriptorBuilder> attributes) {
    return new Tall(table, attributes);
  }
}
