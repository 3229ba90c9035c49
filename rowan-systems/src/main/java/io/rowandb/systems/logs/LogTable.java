package io.rowandb.systems.logs;

import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;

/** A design of a log store that is measured. Used once, by one thread. */
interface LogTable {
  /** Short, such as "three copies". */
  String name();

  /** The design in one line. */
  String idea();

  /** Makes its table, which is not there. */
  void create(Connection connection, TableName table) throws IOException;

  /** Writes lines. */
  void load(Stream<LogRecord> lines) throws IOException;

  /**
   * Answers a question of one day.
   *
   * @param sum gets what was read
   * @return how many lines it found
   */
  long ask(LogQuery question, LogAttempts.Sum sum) throws IOException;

  /** By what a line is to be found: its guids and its code. */
  static Set<Object> ways(LogRecord line) {
    Set<Object> ways = new LinkedHashSet<>();
    Stream.of(line.guid1(), line.guid2(), line.code())
        .filter(each -> each != null)
        .forEach(ways::add);
    return ways;
  }
}
