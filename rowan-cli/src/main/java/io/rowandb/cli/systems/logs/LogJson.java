package io.rowandb.cli.systems.logs;

import io.rowandb.systems.logs.LogLine;
import io.rowandb.systems.logs.LogRecord;
import java.util.LinkedHashMap;
import java.util.Map;

/** Lines of a log store as members of JSON, the same on the command line and over HTTP. */
public final class LogJson {
  private LogJson() {}

  /** A line with the title of its file. */
  public static Map<String, ?> line(LogLine titled) {
    LogRecord line = titled.record();
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("title", titled.title().orElse(null));
    members.put("file", line.file());
    members.put("line", line.line());
    members.put("time", line.time());
    members.put("group", line.group());
    members.put("guid1", line.guid1());
    members.put("guid2", line.guid2());
    members.put("code", line.code());
    members.put("source", line.source());
    members.put("text", line.text());
    return members;
  }
}
