package io.rowandb.tsdb.server.api;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** OpenTSDB's error object: {@code {"error":{"code":400,"message":"…","details":"…"}}}. */
public final class ApiErrors {
  private ApiErrors() {}

  /** As JSON; without details when there are none. */
  public static byte[] json(ApiException reason) {
    Map<String, Object> error = new LinkedHashMap<>();
    error.put("code", (long) reason.status());
    error.put("message", String.valueOf(reason.getMessage()));
    if (!reason.details().isEmpty()) {
      error.put("details", reason.details());
    }
    try {
      return JsonTree.bytes(Map.of("error", error));
    } catch (IOException e) {
      throw new UncheckedIOException(e); // in memory, where nothing fails
    }
  }
}
