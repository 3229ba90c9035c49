package io.rowandb.cli.mcp;

import java.io.IOException;
import java.util.Map;

/** Something that a client can have done. Changes nothing. */
public interface McpTool {
  /** Its name: letters, digits, underscores. */
  String name();

  /** What it does, for people and programs that choose. */
  String description();

  /** A JSON Schema of its arguments, which are an object. */
  Map<String, Object> arguments();

  /**
   * Does it. Runs in a thread that is interrupted when the client cancels, or the time is over.
   *
   * @param arguments as the client gave them
   * @throws McpException when they are wrong
   * @throws IOException when it cannot be done, which the client is told as the tool's answer
   */
  Answer call(Map<String, Object> arguments) throws IOException, McpException;

  /**
   * What it answers.
   *
   * @param text for people
   * @param object the same as JSON
   */
  record Answer(String text, Map<String, Object> object) {}
}
