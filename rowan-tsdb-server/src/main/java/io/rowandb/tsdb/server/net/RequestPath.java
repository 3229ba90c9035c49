package io.rowandb.tsdb.server.net;

import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.rowandb.tsdb.server.api.ApiException;
import io.rowandb.tsdb.server.api.ApiRequest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Takes the address of a request apart: {@code /api/v1/uid/assign?metric=x}. */
final class RequestPath {
  private static final int MAX_PARAMETERS = 1_000;

  private RequestPath() {}

  /**
   * Reads it.
   *
   * @throws ApiException when its version is none, or it cannot be decoded
   */
  static ApiRequest parse(HttpRequest head, byte[] body) {
    List<String> words = new ArrayList<>();
    Map<String, List<String>> parameters;
    try {
      QueryStringDecoder decoder =
          new QueryStringDecoder(head.uri(), StandardCharsets.UTF_8, true, MAX_PARAMETERS, true);
      for (String each : decoder.path().split("/", -1)) {
        if (!each.isEmpty()) {
          words.add(each);
        }
      }
      parameters = decoder.parameters();
    } catch (IllegalArgumentException e) {
      throw ApiException.badRequest("Bad query string: " + e.getMessage());
    }
    boolean underApi = !words.isEmpty() && words.get(0).equalsIgnoreCase("api");
    if (underApi) {
      words.remove(0);
      if (!words.isEmpty() && isVersion(words.get(0))) {
        checkVersion(words.remove(0).substring(1));
      }
    }
    return new ApiRequest(head.method().name(), List.copyOf(words), underApi, parameters, body);
  }

  private static boolean isVersion(String word) {
    return word.toLowerCase(Locale.ROOT).startsWith("v")
        && word.length() > 1
        && Character.isDigit(word.charAt(1));
  }

  private static void checkVersion(String version) {
    int number;
    try {
      number = Integer.parseInt(version);
    } catch (NumberFormatException e) {
      throw new ApiException(
          400,
          "Invalid API version format supplied",
          "API version [" + version + "] cannot be parsed to an integer");
    }
    if (number > 1) {
      throw new ApiException(
          501,
          "Requested API version is greater than the max implemented",
          "API version [" + version + "] is greater than the max [1]");
    }
  }
}
