package io.rowandb.tsdb.server.api;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A request that has come whole.
 *
 * @param method GET, POST, PUT or DELETE
 * @param words of the path, without {@code api} and its version: {@code uid}, {@code assign}
 * @param underApi whether the path begins with {@code api}
 * @param parameters of the query, each with its values in their order
 * @param body unpacked; empty for none. Not to be changed
 * @param remote the address and port that it came from
 */
public record ApiRequest(
    String method,
    List<String> words,
    boolean underApi,
    Map<String, List<String>> parameters,
    byte[] body,
    String remote) {

  /** A word of the path, or an empty text. */
  public String word(int index) {
    return index < words.size() ? words.get(index) : "";
  }

  /** Whether a parameter is there, with or without a value. */
  public boolean has(String parameter) {
    return parameters.containsKey(parameter);
  }

  /** All values of a parameter. */
  public List<String> all(String parameter) {
    return parameters.getOrDefault(parameter, List.of());
  }

  /** The last value of a parameter, if it is there and not empty. */
  public Optional<String> value(String parameter) {
    List<String> values = all(parameter);
    return values.isEmpty() || values.get(values.size() - 1).isEmpty()
        ? Optional.empty()
        : Optional.of(values.get(values.size() - 1));
  }

  /** The last value of a parameter, or an error of 400. */
  public String required(String parameter) {
    return value(parameter).orElseThrow(() -> ApiException.missingParameter(parameter));
  }

  /** Refuses other methods. */
  void allow(String... methods) {
    if (!List.of(methods).contains(method)) {
      throw ApiException.methodNotAllowed(method);
    }
  }

  /** The method, or the one that a GET says it stands for by {@code method_override}. */
  String meantMethod() {
    if (!method.equals("GET") || !has("method_override")) {
      return method;
    }
    String meant =
        value("method_override")
            .orElseThrow(() -> new ApiException(405, "Missing method override value", ""))
            .toUpperCase(Locale.ROOT);
    if (!List.of("GET", "POST", "PUT", "DELETE").contains(meant)) {
      throw new ApiException(405, "Unknown or unsupported method override value", "");
    }
    return meant;
  }
}
