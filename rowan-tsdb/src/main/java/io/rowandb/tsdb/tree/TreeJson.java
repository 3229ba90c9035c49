package io.rowandb.tsdb.tree;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.rowandb.tsdb.codec.DamagedDataException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** The JSON of trees as it is stored: flat, but for the path of a branch. */
final class TreeJson {
  private static final JsonFactory FACTORY = new JsonFactory();

  /** The single values by their names, without those that are null. */
  private final Map<String, String> texts = new HashMap<>();

  private final NavigableMap<Integer, String> path = new TreeMap<>();

  private TreeJson() {}

  /** Writes a value. */
  interface Writing {
    void to(JsonGenerator json) throws IOException;
  }

  static byte[] bytes(Writing writing) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (JsonGenerator json = FACTORY.createGenerator(out)) {
      writing.to(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // in memory, where nothing fails
    }
    return out.toByteArray();
  }

  /**
   * Reads an object; members of other names are passed over.
   *
   * @throws DamagedDataException when it is none
   */
  static TreeJson read(byte[] stored) throws DamagedDataException {
    TreeJson read = new TreeJson();
    try (JsonParser parser = FACTORY.createParser(stored)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new IOException("it is no object");
      }
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        read.take(parser, parser.getCurrentName());
      }
    } catch (IOException | NumberFormatException e) {
      throw damaged("it is no JSON object of a tree: " + e.getMessage(), e);
    }
    return read;
  }

  static DamagedDataException damaged(String why, Exception cause) {
    DamagedDataException damaged = new DamagedDataException(why);
    damaged.initCause(cause);
    return damaged;
  }

  private void take(JsonParser parser, String name) throws IOException {
    JsonToken token = parser.nextToken();
    if (name.equals("path") && token == JsonToken.START_OBJECT) {
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        int depth = Integer.parseInt(parser.getCurrentName());
        path.put(depth, parser.nextTextValue());
      }
    } else if (token.isScalarValue() && token != JsonToken.VALUE_NULL) {
      texts.put(name, parser.getText());
    } else {
      parser.skipChildren();
    }
  }

  String text(String name) {
    return texts.getOrDefault(name, "");
  }

  boolean truth(String name) {
    return text(name).equals("true");
  }

  /** 0 if there is none. */
  int number(String name) throws DamagedDataException {
    return Math.toIntExact(longNumber(name));
  }

  long longNumber(String name) throws DamagedDataException {
    String text = text(name);
    try {
      return text.isEmpty() ? 0 : Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw damaged("the member " + name + " is no number: \"" + text + '"', e);
    }
  }

  /** The names of a branch by their depths, from the root. */
  NavigableMap<Integer, String> path() {
    return path;
  }
}
