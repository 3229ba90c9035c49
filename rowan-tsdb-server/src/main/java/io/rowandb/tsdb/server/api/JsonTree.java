package io.rowandb.tsdb.server.api;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * JSON as maps, lists, texts, {@link Number}, booleans and null. A number keeps its text, so that
 * it is read once what it is to be is known.
 */
final class JsonTree {
  /** Objects and lists within one another; requests have five. */
  private static final int DEEPEST = 32;

  /** Values of one text; each takes some 100 bytes of memory, however short it is. */
  private static final int MOST_VALUES = 100_000;

  /** NaN is read, so that one point with it harms no other; who takes the number refuses it. */
  static final JsonFactory FACTORY =
      JsonFactory.builder().enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS).build();

  /** A number as it stands in the text. */
  @SuppressWarnings("JavaLangClash") // it is what JSON calls so
  record Number(String text) {
    /** Whether JSON has it: NaN and infinite numbers are read, but not in JSON. */
    boolean isOfJson() {
      return Character.isDigit(text.charAt(text.length() - 1));
    }

    @Override
    public String toString() {
      return text;
    }
  }

  private JsonTree() {}

  /** Reads all of it. */
  static Object read(byte[] json) {
    try (JsonParser parser = FACTORY.createParser(json)) {
      parser.nextToken();
      Object tree = value(parser, MOST_VALUES);
      if (parser.nextToken() != null) {
        throw new IOException("something follows the JSON");
      }
      return tree;
    } catch (IOException e) {
      throw ApiException.badJson(e);
    }
  }

  /** As {@link #read}, of an object. */
  static Map<String, Object> readObject(byte[] json) {
    if (json.length == 0) {
      throw ApiException.missingContent();
    }
    return object(read(json));
  }

  /** Takes an object for what it is. */
  @SuppressWarnings("unchecked")
  static Map<String, Object> object(Object tree) {
    if (tree instanceof Map<?, ?>) {
      return (Map<String, Object>) tree; // the keys of all that are made here are texts
    }
    throw ApiException.badJson(new IOException("an object is wanted, and not " + kind(tree)));
  }

  /**
   * The value at the parser's token; after it the parser is at its last token.
   *
   * @param most values that it may have within it
   */
  static Object value(JsonParser parser, int most) throws IOException {
    return new Reader(parser, most).value(0);
  }

  /** Reads one value, and counts those within it. */
  private static final class Reader {
    private final JsonParser parser;
    private final int most;
    private int count;

    Reader(JsonParser parser, int most) {
      this.parser = parser;
      this.most = most;
    }

    Object value(int depth) throws IOException {
      if (depth > DEEPEST) {
        throw new IOException("more than " + DEEPEST + " objects and lists within one another");
      }
      count++;
      if (count > most) {
        throw new IOException("more than " + most + " values within one another");
      }
      JsonToken token = parser.currentToken();
      if (token == null) {
        throw new IOException("there is no JSON, or its end is missing");
      }
      return switch (token) {
        case START_OBJECT -> members(depth);
        case START_ARRAY -> elements(depth);
        case VALUE_STRING -> parser.getText();
        case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new Number(parser.getText());
        case VALUE_TRUE -> true;
        case VALUE_FALSE -> false;
        case VALUE_NULL -> null;
        default -> throw new IOException("unexpected " + token);
      };
    }

    private Map<String, Object> members(int depth) throws IOException {
      Map<String, Object> members = new LinkedHashMap<>();
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String name = parser.getCurrentName();
        parser.nextToken();
        members.put(name, value(depth + 1));
      }
      if (parser.currentToken() != JsonToken.END_OBJECT) {
        throw new IOException("the end of an object is missing");
      }
      return members;
    }

    private List<Object> elements(int depth) throws IOException {
      List<Object> elements = new ArrayList<>();
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        elements.add(value(depth + 1));
      }
      return elements;
    }
  }

  private static String kind(Object tree) {
    if (tree instanceof List) {
      return "a list";
    }
    return tree == null ? "null" : "a single value";
  }

  /** What is wrong, without a piece of the text around it. */
  static String reason(Exception failure) {
    if (failure instanceof JsonProcessingException json) {
      String where =
          json.getLocation() == null
              ? ""
              : " at line "
                  + json.getLocation().getLineNr()
                  + ", column "
                  + json.getLocation().getColumnNr();
      return json.getOriginalMessage() + where;
    }
    return String.valueOf(failure.getMessage());
  }

  /** Writes JSON. */
  interface Writing {
    void to(JsonGenerator json) throws IOException;
  }

  /** To be closed; closing it leaves the stream open. */
  static JsonGenerator generator(OutputStream out) throws IOException {
    return FACTORY.createGenerator(out).disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
  }

  /** In memory. */
  static byte[] bytes(Writing writing) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (JsonGenerator json = generator(out)) {
      writing.to(json);
    }
    return out.toByteArray();
  }

  /** In memory, of maps, lists, texts, numbers, booleans and null. */
  static byte[] bytes(Object tree) throws IOException {
    return bytes(json -> write(json, tree));
  }

  static void write(JsonGenerator json, Object tree) throws IOException {
    if (tree == null) {
      json.writeNull();
    } else if (tree instanceof Map<?, ?> map) {
      json.writeStartObject();
      for (Map.Entry<?, ?> each : map.entrySet()) {
        json.writeFieldName(each.getKey().toString());
        write(json, each.getValue());
      }
      json.writeEndObject();
    } else if (tree instanceof Iterable<?> list) {
      json.writeStartArray();
      for (Object each : list) {
        write(json, each);
      }
      json.writeEndArray();
    } else if (tree instanceof Boolean truth) {
      json.writeBoolean(truth);
    } else if (tree instanceof Long || tree instanceof Integer) {
      json.writeNumber(((java.lang.Number) tree).longValue());
    } else if (tree instanceof Number number && number.isOfJson()) {
      json.writeNumber(number.text());
    } else {
      json.writeString(tree.toString());
    }
  }
}
