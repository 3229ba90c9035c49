package io.rowandb.cli.mcp;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads JSON as maps, lists, texts, numbers, truth values and null. Strict, and bounded. */
public final class McpJson {
  /** Objects and lists within one another; messages have some six. */
  private static final int DEEPEST = 64;

  private static final JsonFactory FACTORY = new JsonFactory();

  private McpJson() {}

  /**
   * Reads a text.
   *
   * @throws IOException when it is no JSON, or more than that
   */
  public static Object read(String text) throws IOException {
    try (JsonParser parser = FACTORY.createParser(text)) {
      if (parser.nextToken() == null) {
        throw new IOException("there is nothing");
      }
      Object value = value(parser, DEEPEST);
      if (parser.nextToken() != null) {
        throw new IOException("something follows the JSON");
      }
      return value;
    }
  }

  private static Object value(JsonParser parser, int deepest) throws IOException {
    if (deepest == 0) {
      throw new IOException("it is more than " + DEEPEST + " deep");
    }
    return switch (parser.currentToken()) {
      case START_OBJECT -> object(parser, deepest);
      case START_ARRAY -> list(parser, deepest);
      case VALUE_STRING -> parser.getText();
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> parser.getNumberValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NULL -> null;
      case END_ARRAY, END_OBJECT, FIELD_NAME, NOT_AVAILABLE, VALUE_EMBEDDED_OBJECT ->
          throw new IOException("a value is missing");
    };
  }

  private static Map<String, Object> object(JsonParser parser, int deepest) throws IOException {
    Map<String, Object> object = new LinkedHashMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      parser.nextToken();
      object.put(name, value(parser, deepest - 1));
    }
    return object;
  }

  private static List<Object> list(JsonParser parser, int deepest) throws IOException {
    List<Object> list = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      list.add(value(parser, deepest - 1));
    }
    return list;
  }
}
