package io.rowandb.schema.migration;

import io.rowandb.schema.pattern.ConditionalWriter;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.pattern.chain.Followers;
import java.io.IOException;
import java.time.Clock;
import java.util.List;

/**
 * Writes one table: the old one before the new one is there, or the new one when it is on its own.
 */
record PlainSide<R>(RecordTable<R> table, Clock clock, boolean isOld) implements Side<R> {
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
  public ConditionalWriter<R> conditional() throws IOException {
    return table.writer(Followers.none(), clock).conditional();
  }

  @Override
  public void close() throws IOException {
    table.close();
  }
}
