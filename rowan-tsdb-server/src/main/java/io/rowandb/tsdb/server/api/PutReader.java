package io.rowandb.tsdb.server.api;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.function.Consumer;

/** Reads the points of a request one after another, so that they are never all there as JSON. */
final class PutReader {
  /** Points of a request. */
  static final int MOST = 100_000;

  /** Values of a point: its members and tags. */
  private static final int MOST_VALUES = 1_000;

  private static final int TOO_LARGE = 413;

  private PutReader() {}

  /**
   * Gives each member of a list, or the only object.
   *
   * @throws ApiException when it is no JSON, which may be seen only behind some members, or it has
   *     more than {@link #MOST}
   */
  static void read(byte[] body, Consumer<Object> members) {
    if (body.length == 0) {
      throw ApiException.badRequest("Missing request content");
    }
    try (JsonParser parser = JsonTree.FACTORY.createParser(body)) {
      JsonToken first = parser.nextToken();
      if (first == JsonToken.START_OBJECT) {
        members.accept(JsonTree.value(parser, MOST_VALUES));
      } else if (first == JsonToken.START_ARRAY) {
        readList(parser, members);
      } else {
        throw ApiException.badRequest("The JSON must start as an object or an array");
      }
      if (parser.nextToken() != null) {
        throw new IOException("something follows the JSON");
      }
    } catch (IOException e) {
      throw ApiException.badJson(e);
    }
  }

  private static void readList(JsonParser parser, Consumer<Object> members) throws IOException {
    int count = 0;
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      count++;
      if (count > MOST) {
        throw new ApiException(
            TOO_LARGE, "Request Entity Too Large", "The body has more than " + MOST + " points");
      }
      members.accept(JsonTree.value(parser, MOST_VALUES));
    }
  }
}
