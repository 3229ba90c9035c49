package io.rowandb.tsdb.server.api;

import io.rowandb.tsdb.store.ReadLimits;
import io.rowandb.tsdb.uid.NoSuchNameException;
import io.rowandb.tsdb.uid.UidKind;
import java.io.IOException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** {@code /api/uid}: names, their UIDs and their meta data. */
final class UidEndpoint implements ApiEndpoint {
  private static final List<String> TYPES = List.of("metric", "tagk", "tagv");

  private final ServedStore store;
  private final UidMetaEndpoint uidMeta;
  private final SeriesMetaEndpoint seriesMeta;

  UidEndpoint(ServedStore store, ReadLimits limits) {
    this.store = store;
    uidMeta = new UidMetaEndpoint(store);
    seriesMeta = new SeriesMetaEndpoint(store, limits);
  }

  @Override
  public void answer(ApiRequest request, ApiAnswer answer) throws IOException {
    switch (request.word(1).toLowerCase(Locale.ROOT)) {
      case "assign" -> assign(request, answer);
      case "rename" -> rename(request, answer);
      case "uidmeta" -> uidMeta.answer(request, answer);
      case "tsmeta" -> seriesMeta.answer(request, answer);
      default ->
          throw new ApiException(501, "Other UID endpoints have not been implemented yet", "");
    }
  }

  private void assign(ApiRequest request, ApiAnswer answer) throws IOException {
    request.allow("GET", "POST");
    Map<String, Object> source = new LinkedHashMap<>();
    if (request.method().equals("POST")) {
      source.putAll(JsonTree.readObject(request.body()));
    } else {
      for (String type : TYPES) {
        request.value(type).ifPresent(names -> source.put(type, List.of(names.split(",", -1))));
      }
    }
    if (source.isEmpty()) {
      throw ApiException.badRequest("Missing values to assign UIDs");
    }
    Map<String, Object> response = new LinkedHashMap<>();
    boolean failed = false;
    for (Map.Entry<String, Object> each : source.entrySet()) {
      Map<String, String> errors = new TreeMap<>();
      response.put(each.getKey(), assign(each.getKey(), names(each.getValue()), errors));
      if (!errors.isEmpty()) {
        response.put(each.getKey() + "_errors", errors);
        failed = true;
      }
    }
    answer.send(failed ? 400 : 200, ApiAnswer.JSON, JsonTree.bytes(response));
  }

  private static List<String> names(Object list) {
    if (!(list instanceof List<?> names)) {
      throw new ApiException(400, "Unable to parse the given JSON", "names are a list of texts");
    }
    return names.stream().map(String::valueOf).toList();
  }

  private Map<String, String> assign(String type, List<String> names, Map<String, String> errors)
      throws IOException {
    Map<String, String> assigned = new TreeMap<>();
    for (String name : names) {
      try {
        IncomingPoint.checkName(type, name);
        UidKind kind = kind(type);
        Optional<byte[]> known = store.uids().find(kind, name);
        if (known.isPresent()) {
          throw new IllegalArgumentException("Name already exists with UID: " + hex(known.get()));
        }
        assigned.put(name, hex(store.uids().getOrCreate(kind, name)));
      } catch (IllegalArgumentException e) {
        errors.put(name, e.getMessage());
      }
    }
    return assigned;
  }

  private static UidKind kind(String type) {
    return UidNamesText.ofAssignment(type)
        .orElseThrow(() -> new IllegalArgumentException("Unknown type name"));
  }

  private static String hex(byte[] uid) {
    return HexFormat.of().withUpperCase().formatHex(uid);
  }

  private void rename(ApiRequest request, ApiAnswer answer) throws IOException {
    request.allow("GET", "POST");
    Map<String, String> source = new LinkedHashMap<>();
    if (request.method().equals("POST")) {
      JsonTree.readObject(request.body())
          .forEach((key, value) -> source.put(key, String.valueOf(value)));
    } else {
      for (String each : List.of("metric", "tagk", "tagv", "name")) {
        request.value(each).ifPresent(value -> source.put(each, value));
      }
    }
    String name = source.remove("name");
    if (name == null || source.size() != 1) {
      throw ApiException.badRequest("Missing necessary values to rename UID");
    }
    Map.Entry<String, String> old = source.entrySet().iterator().next();
    Map<String, String> response = new LinkedHashMap<>();
    try {
      rename(old.getKey(), old.getValue(), name);
      response.put("result", "true");
    } catch (IllegalArgumentException e) {
      response.put("error", e.getMessage());
      response.put("result", "false");
    }
    answer.send(
        response.containsKey("error") ? 400 : 200, ApiAnswer.JSON, JsonTree.bytes(response));
  }

  private void rename(String type, String oldName, String newName) throws IOException {
    IncomingPoint.checkName(type, oldName);
    IncomingPoint.checkName(type, newName);
    try {
      store.uids().rename(kind(type), oldName, newName);
    } catch (NoSuchNameException e) {
      throw new IllegalArgumentException("Name(\"" + oldName + "\") does not exist", e);
    }
  }
}
