package io.rowandb.tsdb.server.api;

import io.rowandb.tsdb.uid.NoSuchNameException;
import io.rowandb.tsdb.uid.UidKind;
import java.util.Map;
import java.util.Optional;

/** What requests and OpenTSDB's messages call the kinds of names. */
final class UidNamesText {
  private static final Map<String, UidKind> SUGGESTED =
      Map.of("metrics", UidKind.METRIC, "tagk", UidKind.TAG_KEY, "tagv", UidKind.TAG_VALUE);

  private static final Map<String, UidKind> ASSIGNED =
      Map.of("metric", UidKind.METRIC, "tagk", UidKind.TAG_KEY, "tagv", UidKind.TAG_VALUE);

  private UidNamesText() {}

  /** By its name in a request for suggestions. */
  static Optional<UidKind> ofSuggestion(String type) {
    return Optional.ofNullable(SUGGESTED.get(type));
  }

  /** By its name in a request about UIDs. */
  static Optional<UidKind> ofAssignment(String type) {
    return Optional.ofNullable(ASSIGNED.get(type));
  }

  private static String table(UidKind kind) {
    return switch (kind) {
      case METRIC -> "metrics";
      case TAG_KEY -> "tagk";
      case TAG_VALUE -> "tagv";
    };
  }

  /** OpenTSDB's message. */
  static String noSuchName(NoSuchNameException failure) {
    return failure
        .name()
        .map(name -> "No such name for '" + table(failure.kind()) + "': '" + name + "'")
        .orElse(failure.getMessage());
  }
}
