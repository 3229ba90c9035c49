package io.rowandb.bench.applications;

import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.client.Connection;

/** Lines of logs with four indexes, all in one table. */
final class TypedLogStore implements Application {
  record Line(
      String host, int number, int code, String user, int process, String module, String text) {}

  private final RecordTable<Line> lines;

  TypedLogStore(Connection connection) throws IOException {
    lines =
        RecordTable.create(
            connection,
            TableDesign.of("lines", Line.class)
                .key(key -> key.literal("D").part(Line::host).part(Line::number))
                .family("l")
                .column(Line::code, "l:c")
                .column(Line::user, "l:u")
                .column(Line::process, "l:p")
                .column(Line::module, "l:m")
                .column(Line::text, "l:t")
                .index(
                    "c", index -> index.on(key -> key.part(Line::code)).inTableOfRecords("1", "l"))
                .index(
                    "u", index -> index.on(key -> key.part(Line::user)).inTableOfRecords("2", "l"))
                .index(
                    "p",
                    index -> index.on(key -> key.part(Line::process)).inTableOfRecords("3", "l"))
                .index(
                    "m",
                    index -> index.on(key -> key.part(Line::module)).inTableOfRecords("4", "l"))
                .build());
  }

  @Override
  public void write(int from, int to) throws IOException {
    lines.putAll(IntStream.range(from, to).mapToObj(TypedLogStore::line).toList());
  }

  private static Line line(int i) {
    String host = "host" + i % 9;
    return new Line(host, i, i % 97, Input.person(i), i % 311, "module" + i % 53, Input.text(i));
  }

  @Override
  public String ask(int number) throws IOException {
    return text(lines.where(Line::code).is(number % 97).limit(20).list())
        + text(lines.where(Line::user).is(Input.person(number)).limit(20).list())
        + text(lines.where(Line::process).is(number % 311).limit(20).list())
        + text(lines.where(Line::module).is("module" + number % 53).limit(20).list());
  }

  private static String text(List<Line> found) {
    return found.stream().map(Line::text).toList().toString();
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
