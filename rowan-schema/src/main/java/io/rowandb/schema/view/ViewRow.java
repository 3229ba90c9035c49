package io.rowandb.schema.view;

import io.rowandb.schema.table.RowChange;

/**
 * A row that a view should have.
 *
 * @param record a record of the view's table
 * @param change the change that makes the row hold it
 */
record ViewRow<V>(V record, RowChange change) {}
