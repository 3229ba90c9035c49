package io.rowandb.cli.shell;

import io.rowandb.cli.design.FieldJson;
import io.rowandb.schema.table.Column;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/** The commands that change a value relative to its current one. */
final class CounterVerbs {
  private CounterVerbs() {}

  static List<Verb> all() {
    return List.of(
        new Verb(
            "incr",
            "Adds to a counter, 1 if nothing is said, and prints it.",
            "incr 't', 'row', 'f:q'\nincr 't', 'row', 'f:q', 10",
            CounterVerbs::increment),
        new Verb(
            "get_counter", "Prints a counter.", "get_counter 't', 'row', 'f:q'", CounterVerbs::get),
        new Verb(
            "append",
            "Appends to a value, and prints it.",
            "append 't', 'row', 'f:q', 'more'",
            CounterVerbs::append));
  }

  private static void increment(Arguments arguments, Session session) throws IOException {
    TableName name = arguments.table();
    byte[] row = arguments.value("a row").bytes();
    Column column = ScanRequest.wholeColumn(arguments.text("a column"));
    long amount = arguments.hasNext() ? arguments.number("what is added") : 1;
    arguments.end();
    try (Table table = session.connection().getTable(name)) {
      long value = table.incrementColumnValue(row, column.family(), column.qualifier(), amount);
      sayCounter(session, value);
    }
  }

  private static void sayCounter(Session session, long value) {
    session.say("COUNTER VALUE = " + value, Map.of("value", FieldJson.of(value)));
  }

  private static void get(Arguments arguments, Session session) throws IOException {
    TableName name = arguments.table();
    byte[] row = arguments.value("a row").bytes();
    Column column = ScanRequest.wholeColumn(arguments.text("a column"));
    arguments.end();
    try (Table table = session.connection().getTable(name)) {
      Get get = new Get(row).addColumn(column.family(), column.qualifier());
      byte[] value = table.get(get).getValue(column.family(), column.qualifier());
      if (value == null) {
        session.say(
            "No counter found at specified coordinates", Collections.singletonMap("value", null));
      } else if (value.length == Long.BYTES) {
        sayCounter(session, Bytes.toLong(value));
      } else {
        throw new IllegalArgumentException(
            "a counter has 8 bytes, and not " + value.length + ": " + Bytes.toStringBinary(value));
      }
    }
  }

  private static void append(Arguments arguments, Session session) throws IOException {
    TableName name = arguments.table();
    byte[] row = arguments.value("a row").bytes();
    Column column = ScanRequest.wholeColumn(arguments.text("a column"));
    byte[] more = arguments.value("a value").bytes();
    arguments.end();
    try (Table table = session.connection().getTable(name)) {
      Append append = new Append(row).addColumn(column.family(), column.qualifier(), more);
      Result result = table.append(append);
      byte[] value = result.getValue(column.family(), column.qualifier());
      session.say("CURRENT VALUE = " + Bytes.toStringBinary(value), Map.of("value", value));
    }
  }
}
