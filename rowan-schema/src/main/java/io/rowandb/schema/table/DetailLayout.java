package io.rowandb.schema.table;

import java.util.function.UnaryOperator;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;

/** Where the details of a record are stored. The record's class does not depend on it. */
public sealed interface DetailLayout {
  /**
   * In columns of the record's row: written and read with it in one step, and always in one region.
   * If one record is put twice at the same time, the details may mix; see {@code RecordTable.put}.
   *
   * @param family whose columns begin with the details' keys
   */
  record Wide(String family) implements DetailLayout {}

  /**
   * In their own rows, whose keys are the key of the record followed by that of the detail.
   *
   * @param table the table that has only these rows
   * @param attributes of its family
   */
  record Tall(String table, UnaryOperator<ColumnFamilyDescriptorBuilder> attributes)
      implements DetailLayout {}

  /**
   * In columns of the record's row. Reads as of a time do not see details that were removed since.
   * The family has no other columns, unless the details' keys begin with a literal with which those
   * do not begin.
   */
  static DetailLayout wide(String family) {
    return new Wide(family);
  }

  /**
   * In rows of a separate table, which is split at the same keys as that of the records. For tens
   * of thousands of details, since a row is never split. Writing a record with its details is not
   * one step: first the details are written, then its row, then details that it no longer has are
   * deleted; a reader meanwhile, or after a writer died, sees the details that exist then. Reading
   * a record takes one more scan.
   */
  static DetailLayout tall(String table) {
    return new Tall(table, UnaryOperator.identity());
  }

  /** The same with HBase's attributes of the table's family. */
  static DetailLayout tall(String table, UnaryOperator<ColumnFamilyDescriptorBuilder> attributes) {
    return new Tall(table, attributes);
  }
}
