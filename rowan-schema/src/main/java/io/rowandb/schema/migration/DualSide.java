package io.rowandb.schema.migration;

import io.rowandb.schema.pattern.ConditionalWriter;
import io.rowandb.schema.view.ViewedTable;
import java.io.IOException;
import java.util.List;

/** Writes both tables: the old one, and the new one as its view. */
record DualSide<R>(ViewedTable<R> table) implements Side<R> {
  @Override
  public void before(byte[] row) {}

  @Override
  public void put(R record) throws IOException {
    table.put(record);
  }

  @Override
  public void putAll(List<R> records) throws IOException {
    table.putAll(records);
  }

  @Override
  public void load(List<R> records) throws IOException {
    table.load(records.stream());
  }

  @Override
  public void delete(R record) throws IOException {
    table.delete(record);
  }

  @Override
  public ConditionalWriter<R> conditional() {
    return table.conditional();
  }

  @Override
  public boolean isOld() {
    return true;
  }

  @Override
  public void close() throws IOException {
    table.close();
  }
}
