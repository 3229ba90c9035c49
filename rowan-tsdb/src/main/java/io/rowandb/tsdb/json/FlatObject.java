package io.rowandb.tsdb.json;

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

/**
 * An object as it is stored: flat, but for one member that may be an object of single values. Used
 * by one thread.
 */
public final class FlatObject {
  private static final JsonFactory FACTORY = new JsonFactory();

  /** The name of the member that may be an object. */
  private final String inner;

  /** The single values by their names, without those that are null. */
  private final Map<String, String> texts = new HashMap<>();

  private Optional<Map<String, String>> values = Optional.empty();

  private FlatObject(String inner) {
    this.inner = inner;
  }

  /** Writes members. */
  public interface Members {
    /** Writes them. */
    void to(JsonGenerator json) throws IOException;
  }

  /** The bytes of an object. */
  public static byte[] bytes(Members members) {
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

  /**
   * Reads an object; other members that are no single values are passed over.
   *
   * @param inner the name of the member that may be an object
   * @throws DamagedDataException when it is none, or that member has a value that is no single one
   */
  public static FlatObject read(byte[] stored, String inner) throws DamagedDataException {
    FlatObject read = new FlatObject(inner);
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

  /** That something is damaged, as something else failed. */
  public static DamagedDataException damaged(String why, Exception cause) {
    DamagedDataException damaged = new DamagedDataException(why);
    damaged.initCause(cause);
    return damaged;
  }

  private void take(JsonParser parser, String name) throws IOException {
    JsonToken token = parser.nextToken();
    if (name.equals(inner) && token == JsonToken.START_OBJECT) {
      values = Optional.of(values(parser));
    } else if (token.isScalarValue() && token != JsonToken.VALUE_NULL) {
      texts.put(name, parser.getText());
    } else {
      parser.skipChildren();
    }
  }

  private Map<String, String> values(JsonParser parser) throws IOException {
    Map<String, String> read = new LinkedHashMap<>();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.getCurrentName();
      JsonToken token = parser.nextToken();
      if (!token.isScalarValue()) {
        throw new IOException("the value of \"" + name + "\" in " + inner + " is no single one");
      }
      read.put(name, token == JsonToken.VALUE_NULL ? null : parser.getText());
    }
    return read;
  }

  /** The values of the member that is an object, in their order; some may be null. */
  public Optional<Map<String, String>> values() {
    return values;
  }

  /** A member as text; empty if there is none, or it is null. */
  public String text(String name) {
    return texts.getOrDefault(name, "");
  }

  /** Whether a member is true. */
  public boolean truth(String name) {
    return text(name).equals("true");
  }

  /** Reads a number. */
  public interface NumberParser<N> {
    /**
     * Reads it.
     *
     * @throws NumberFormatException when it is none
     */
    N parse(String text);
  }

  /**
   * A member that is a number.
   *
   * @param usual if there is none
   * @throws DamagedDataException when it is none
   */
  public <N> N number(String name, N usual, NumberParser<N> parser) throws DamagedDataException {
    String text = text(name);
    try {
      return text.isEmpty() ? usual : parser.parse(text);
    } catch (NumberFormatException e) {
      throw damaged("the member " + name + " is no number: \"" + text + '"', e);
    }
  }
}
