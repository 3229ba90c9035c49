package io.rowandb.tsdb.server.net;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.rowandb.tsdb.server.api.ApiException;
import io.rowandb.tsdb.server.api.ApiRequest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** Takes the address of a request apart: {@code /api/v1/uid/assign?metric=x}. */
final class RequestPath {
  private static final int MAX_PARAMETERS = 1_000;

  private static final Pattern ABSOLUTE =
      Pattern.compile("https?://([^/?#]*)(.*)", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private RequestPath() {}

  /** Where a request goes: its path, also when it names the server in front, as for a proxy. */
  private static String target(HttpRequest head) {
    var absolute = ABSOLUTE.matcher(head.uri());
    if (!absolute.matches()) {
      return head.uri();
    }
    return absolute.group(2).startsWith("/") ? absolute.group(2) : "/" + absolute.group(2);
  }

  /** Its headers; a server that is named in front of the path counts, and not the header. */
  static HttpHeaders headers(HttpRequest head) {
    var absolute = ABSOLUTE.matcher(head.uri());
    return absolute.matches()
        ? head.headers().copy().set(HttpHeaderNames.HOST, absolute.group(1))
        : head.headers();
  }

  /**
   * Reads it.
   *
   * @param remote who sent it
   * @throws ApiException when its version is none, or it cannot be decoded
   */
  static ApiRequest parse(HttpRequest head, byte[] body, String remote) {
    List<String> words = new ArrayList<>();
    Map<String, List<String>> parameters;
    try {
      QueryStringDecoder decoder =
          new QueryStringDecoder(target(head), StandardCharsets.UTF_8, true, MAX_PARAMETERS, true);
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
    return new ApiRequest(
        head.method().name(), List.copyOf(words), underApi, parameters, body, remote);
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
