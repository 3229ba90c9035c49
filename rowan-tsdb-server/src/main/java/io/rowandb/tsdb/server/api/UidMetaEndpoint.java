package io.rowandb.tsdb.server.api;

import io.rowandb.tsdb.meta.MetaNotes;
import io.rowandb.tsdb.meta.UidMeta;
import io.rowandb.tsdb.uid.NoSuchNameException;
import io.rowandb.tsdb.uid.UidKind;
import java.io.IOException;
import java.util.HexFormat;
import java.util.Locale;

/** {@code /api/uid/uidmeta}: the meta data of a name. */
final class UidMetaEndpoint implements ApiEndpoint {
  private static final byte[] NOTHING = {};

  private final ServedStore store;

  UidMetaEndpoint(ServedStore store) {
    this.store = store;
  }

  /** Which name. */
  private record Asked(UidKind kind, byte[] uid) {}

  @Override
  public void answer(ApiRequest request, ApiAnswer answer) throws IOException {
    request.allow("GET", "POST", "PUT", "DELETE");
    String method = request.meantMethod();
    try {
      switch (method) {
        case "GET" -> send(asked(request.required("uid"), request.required("type")), answer);
        case "DELETE" -> delete(MetaMembers.of(request), answer);
        default -> change(MetaMembers.of(request), method.equals("PUT"), answer);
      }
    } catch (NoSuchNameException e) {
      ApiException refused =
          new ApiException(404, "Could not find the requested UID", UidNamesText.noSuchName(e));
      refused.initCause(e);
      throw refused;
    } catch (IllegalArgumentException e) {
      throw ApiException.badRequest(e.getMessage());
    }
  }

  private void send(Asked asked, ApiAnswer answer) throws IOException {
    UidMeta meta = store.series().meta().uid(asked.kind, asked.uid);
    answer.send(200, ApiAnswer.JSON, JsonTree.bytes(json -> MetaJsonWriter.write(json, meta)));
  }

  private void change(MetaMembers members, boolean replaces, ApiAnswer answer) throws IOException {
    Asked asked = asked(members);
    MetaNotes change = members.notes();
    if (!change.saysSomething()) {
      answer.send(304, ApiAnswer.TEXT, NOTHING);
      return;
    }
    if (!store.series().meta().change(asked.kind, asked.uid, change, replaces)) {
      throw new ApiException(
          500,
          "Failed to save the UIDMeta to storage",
          "This may be caused by another process modifying storage data");
    }
    send(asked, answer);
  }

  private void delete(MetaMembers members, ApiAnswer answer) throws IOException {
    try {
      Asked asked = asked(members);
      store.series().meta().delete(asked.kind, asked.uid);
    } catch (IllegalArgumentException e) {
      throw new ApiException(400, "Unable to delete UIDMeta information", e.getMessage());
    }
    answer.send(204, ApiAnswer.TEXT, NOTHING);
  }

  private static Asked asked(MetaMembers members) {
    if (members.text("uid").isEmpty()) {
      throw new IllegalArgumentException("Missing UID");
    }
    if (members.text("type").isEmpty()) {
      throw new IllegalArgumentException("Missing type");
    }
    return asked(members.text("uid"), members.text("type"));
  }

  private static Asked asked(String uid, String type) {
    String name = type.toLowerCase(Locale.ROOT);
    UidKind kind =
        UidNamesText.ofSuggestion(name)
            .or(() -> UidNamesText.ofAssignment(name))
            .orElseThrow(() -> new IllegalArgumentException("Invalid type requested: " + type));
    if (uid.length() % 2 != 0 || !uid.chars().allMatch(c -> c < 128 && HexFormat.isHexDigit(c))) {
      throw new IllegalArgumentException("a UID has two hexadecimal digits a byte: " + uid);
    }
    return new Asked(kind, HexFormat.of().parseHex(uid));
  }
}
