package io.rowandb.tsdb.meta;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.rowandb.tsdb.codec.DamagedDataException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** The JSON of meta data as it is stored: flat, but for the values of the user's choice. */
final class MetaJson {
  private static final JsonFactory FACTORY = new JsonFactory();
  private static final String CUSTOM = "custom";

  /** The single values by their names, without those that are null. */
  private final Map<String, String> texts = new HashMap<>();

  private Optional<Map<String, String>> custom = Optional.empty();

  private MetaJson() {}

  /** Writes members. */
  interface Members {
    void to(JsonGenerator json) throws IOException;
  }

  /** An object. */
  static byte[] write(Members members) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (JsonGenerator json = FACTORY.createGenerator(out)) {
      json.writeStartObject();
      members.to(json);
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // in memory, where nothing fails
    }
    return out.toByteArray();
  }

  /** The members that all meta data have. */
  static void writeNotes(JsonGenerator json, MetaNotes notes) throws IOException {
    json.writeStringField("displayName", notes.displayName());
    json.writeStringField("description", notes.description());
    json.writeStringField("notes", notes.notes());
    json.writeNumberField("created", notes.createdSeconds());
    if (notes.custom().isEmpty()) {
      json.writeNullField(CUSTOM);
      return;
    }
    json.writeObjectFieldStart(CUSTOM);
    for (Map.Entry<String, String> each : notes.custom().get().entrySet()) {
      json.writeStringField(each.getKey(), each.getValue());
    }
    json.writeEndObject();
  }

  /**
   * Reads an object; members of other names are passed over.
   *
   * @throws DamagedDataException when it is none
   */
  static MetaJson read(byte[] stored) throws DamagedDataException {
    MetaJson read = new MetaJson();
    try (JsonParser parser = FACTORY.createParser(stored)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new IOException("it is no object");
      }
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        read.take(parser, parser.getCurrentName());
      }
    } catch (IOException e) {
      throw damaged("it is no JSON object: " + e.getMessage(), e);
    }
    return read;
  }

  private static DamagedDataException damaged(String why, Exception cause) {
    DamagedDataException damaged = new DamagedDataException(why);
    damaged.initCause(cause);
    return damaged;
  }

  private void take(JsonParser parser, String name) throws IOException {
    JsonToken token = parser.nextToken();
    if (name.equals(CUSTOM) && token == JsonToken.START_OBJECT) {
      custom = Optional.of(values(parser));
    } else if (token.isScalarValue() && token != JsonToken.VALUE_NULL) {
      texts.put(name, parser.getText());
    } else {
      parser.skipChildren();
    }
  }

  private static Map<String, String> values(JsonParser parser) throws IOException {
    Map<String, String> values = new LinkedHashMap<>();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.getCurrentName();
      JsonToken token = parser.nextToken();
      if (!token.isScalarValue()) {
        throw new IOException("the value of \"" + name + "\" in " + CUSTOM + " is no single one");
      }
      values.put(name, token == JsonToken.VALUE_NULL ? null : parser.getText());
    }
    return values;
  }

  private String text(String name) {
    return texts.getOrDefault(name, "");
  }

  private interface Parser<N> {
    N parse(String text);
  }

  private <N> N number(String name, N usual, Parser<N> parser) throws DamagedDataException {
    String text = text(name);
    try {
      return text.isEmpty() ? usual : parser.parse(text);
    } catch (NumberFormatException e) {
      throw damaged("the member " + name + " is no number: \"" + text + '"', e);
    }
  }

  MetaNotes notes() throws DamagedDataException {
    return new MetaNotes(
        text("displayName"),
        text("description"),
        text("notes"),
        number("created", 0L, Long::parseLong),
        custom);
  }

  SeriesMeta toSeries(String row) throws DamagedDataException {
    return new SeriesMeta(
        row,
        notes(),
        text("units"),
        text("dataType"),
        number("retention", 0, Integer::parseInt),
        OptionalDouble.of(number("max", Double.NaN, Double::parseDouble)),
        OptionalDouble.of(number("min", Double.NaN, Double::parseDouble)));
  }
}
