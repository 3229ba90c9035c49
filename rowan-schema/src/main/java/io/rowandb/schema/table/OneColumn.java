package io.rowandb.schema.table;

import io.rowandb.schema.field.Component;
import java.util.List;
import java.util.Set;

/** A field whose cells are in one column. */
interface OneColumn<R> extends CellMapping<R> {
  /** The field. */
  Component component();

  /** Its column. */
  Column column();

  @Override
  default List<Component> components() {
    return List.of(component());
  }

  @Override
  default Set<String> families() {
    return Set.of(column().familyName());
  }

  @Override
  default List<Column> columns() {
    return List.of(column());
  }
}
