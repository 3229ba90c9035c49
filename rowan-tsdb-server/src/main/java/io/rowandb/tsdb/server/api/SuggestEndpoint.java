package io.rowandb.tsdb.server.api;

import io.rowandb.tsdb.uid.UidKind;
import io.rowandb.tsdb.uid.Uids;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** {@code /api/suggest}: names by their first letters. */
final class SuggestEndpoint implements ApiEndpoint {
  private final ServedStore store;

  SuggestEndpoint(ServedStore store) {
    this.store = store;
  }

  @Override
  public void answer(ApiRequest request, ApiAnswer answer) throws IOException {
    request.allow("GET", "POST");
    String type;
    String prefix;
    String max;
    if (request.method().equals("POST") && request.underApi()) {
      Map<String, Object> members = JsonTree.readObject(request.body());
      type = text(members.get("type"));
      if (type.isEmpty()) {
        throw ApiException.badRequest("Missing 'type' parameter");
      }
      prefix = text(members.get("q"));
      max = text(members.get("max"));
    } else {
      type = request.required("type");
      prefix = request.value("q").orElse("");
      max = request.value("max").orElse("");
    }
    UidKind kind =
        UidNamesText.ofSuggestion(type)
            .orElseThrow(() -> ApiException.badRequest("Invalid 'type' parameter:" + type));
    answer.send(200, ApiAnswer.JSON, JsonTree.bytes(suggest(kind, prefix, most(max))));
  }

  private static String text(Object member) {
    return member == null ? "" : member.toString();
  }

  /** As in OpenTSDB, a number that is not above 0 counts as none. */
  private static int most(String max) {
    try {
      int most = max.isEmpty() ? 0 : Integer.parseInt(max);
      return most < 1 ? Uids.DEFAULT_SUGGESTIONS : Math.min(most, Uids.MAX_SUGGESTIONS);
    } catch (NumberFormatException e) {
      throw ApiException.badRequest("Unable to parse 'max' as a number");
    }
  }

  private List<String> suggest(UidKind kind, String prefix, int most) throws IOException {
    try {
      return store.uids().suggest(kind, prefix, most);
    } catch (IllegalArgumentException e) {
      return List.of(); // no name can begin so
    }
  }
}
