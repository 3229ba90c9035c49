package io.rowandb.tsdb.server.api;

import com.fasterxml.jackson.core.JsonGenerator;
import io.rowandb.tsdb.codec.SeriesId;
import io.rowandb.tsdb.meta.FoundSeries;
import io.rowandb.tsdb.store.ReadBudget;
import io.rowandb.tsdb.store.ReadLimits;
import io.rowandb.tsdb.tree.Placement;
import io.rowandb.tsdb.tree.RuleFailedException;
import io.rowandb.tsdb.tree.RuleWalk;
import io.rowandb.tsdb.tree.TreeBranch;
import io.rowandb.tsdb.tree.TreeDefinition;
import io.rowandb.tsdb.tree.TreeFailure;
import io.rowandb.tsdb.uid.NoSuchNameException;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * {@code /api/tree/branch}: a branch; {@code /api/tree/test}: where rules would put series; {@code
 * /api/tree/collisions} and {@code /api/tree/notmatched}: series that are not in a tree.
 */
final class TreeBrowsing {
  /** Leaves and branches of an answer, or series. */
  private static final long MOST_ENTRIES = 100_000;

  /** Series of one request. */
  private static final int MOST_TSUIDS = 1_000;

  private final ServedStore store;
  private final ReadLimits limits;

  TreeBrowsing(ServedStore store, ReadLimits limits) {
    this.store = store;
    this.limits =
        new ReadLimits(
            Math.min(MOST_ENTRIES, limits.maxPoints()),
            limits.maxBytes(),
            limits.maxSeries(),
            limits.maxTime());
  }

  void answerBranch(ApiRequest request, ApiAnswer answer) throws IOException {
    if (!request.meantMethod().equals("GET")) {
      throw TreeEndpoint.unsupportedMethod();
    }
    byte[] row = row(request);
    TreeBranch branch =
        store
            .series()
            .trees()
            .branch(row, limits)
            .orElseThrow(
                () ->
                    new ApiException(
                        404,
                        "Unable to locate branch '"
                            + HexFormat.of().withUpperCase().formatHex(row)
                            + "' for tree '"
                            + (((row[0] & 0xff) << 8) | (row[1] & 0xff))
                            + "'",
                        ""));
    OutputStream out = answer.stream();
    try (JsonGenerator json = JsonTree.generator(out)) {
      TreeJsonWriter.write(json, branch);
    }
    out.close();
  }

  private static byte[] row(ApiRequest request) {
    int treeId = TreeMembers.of(request).treeId();
    Optional<String> branch = request.value("branch");
    if (branch.isEmpty()) {
      if (treeId < 1) {
        throw ApiException.badRequest("Missing or invalid branch and tree IDs");
      }
      if (treeId > TreeDefinition.MAX_ID) {
        throw ApiException.badRequest("Missing or invalid tree ID");
      }
      return new byte[] {(byte) (treeId >> 8), (byte) treeId};
    }
    String hex = branch.get();
    if (hex.length() < 4) {
      throw ApiException.badRequest("Branch ID was too short");
    }
    if (!hex.chars().allMatch(c -> c < 128 && HexFormat.isHexDigit(c))) {
      throw ApiException.badRequest("a branch ID has hexadecimal digits: " + hex);
    }
    return HexFormat.of().parseHex(hex.length() % 2 == 0 ? hex : "0" + hex);
  }

  /** A tree and TSUIDs. */
  private record Asked(TreeDefinition tree, List<String> tsuids) {}

  private Asked asked(ApiRequest request) throws IOException {
    TreeMembers members = TreeMembers.of(request);
    if (members.text("treeid").isEmpty()) {
      throw members.isBody()
          ? ApiException.badRequest("Missing or invalid Tree ID")
          : ApiException.missingParameter("treeid");
    }
    List<String> tsuids = members.tsuids();
    if (tsuids.size() > MOST_TSUIDS) {
      throw ApiException.badRequest(
          "a request has at most " + MOST_TSUIDS + " TSUIDs: " + tsuids.size());
    }
    return new Asked(TreeEndpoint.find(store, members.treeId()), tsuids);
  }

  private SeriesId series(String tsuid) {
    return store.points().options().layout().parseSeries(tsuid);
  }

  void answerFailures(ApiRequest request, TreeFailure why, ApiAnswer answer) throws IOException {
    Asked asked = asked(request);
    if (request.meantMethod().equals("DELETE")) {
      throw TreeEndpoint.unsupportedMethod();
    }
    List<SeriesId> series = asked.tsuids.stream().map(this::series).toList();
    Map<String, String> found =
        store.series().trees().failures(asked.tree.id(), why, series, limits);
    OutputStream out = answer.stream();
    try (JsonGenerator json = JsonTree.generator(out)) {
      JsonTree.write(json, found);
    }
    out.close();
  }

  /** What became of a series in a test. */
  private record Tested(
      String tsuid,
      Optional<TreeBranch> branch,
      Optional<FoundSeries> meta,
      List<String> messages) {
    static Tested not(String tsuid, String why) {
      return new Tested(tsuid, Optional.empty(), Optional.empty(), List.of(why));
    }
  }

  void answerTest(ApiRequest request, ApiAnswer answer) throws IOException {
    Asked asked = asked(request);
    if (asked.tsuids.isEmpty()) {
      throw ApiException.badRequest("Missing or empty TSUID list");
    }
    if (request.meantMethod().equals("DELETE")) {
      throw TreeEndpoint.unsupportedMethod();
    }
    List<Tested> tested = new ArrayList<>();
    ReadBudget budget = store.points().budget(limits);
    try {
      RuleWalk rules = new RuleWalk(asked.tree);
      for (String each : asked.tsuids.stream().distinct().toList()) {
        budget.checkTime();
        Tested result = test(rules, each);
        budget.tookBytes(JsonTree.bytes(json -> write(json, result)).length);
        tested.add(result);
      }
    } catch (RuleFailedException e) {
      throw (ApiException) ApiException.badRequest(e.getMessage()).initCause(e);
    }
    OutputStream out = answer.stream();
    try (JsonGenerator json = JsonTree.generator(out)) {
      json.writeStartObject();
      for (Tested each : tested) {
        json.writeFieldName(each.tsuid);
        write(json, each);
      }
      json.writeEndObject();
    }
    out.close();
  }

  private Tested test(RuleWalk rules, String tsuid) throws IOException, RuleFailedException {
    try {
      Optional<FoundSeries> meta = store.series().meta().series(series(tsuid));
      if (meta.isEmpty()) {
        return Tested.not(tsuid, "Unable to locate TSUID meta data");
      }
      Placement place = rules.place(meta.get());
      return new Tested(
          tsuid, Optional.of(place.shown(meta.get().meta().tsuid())), meta, place.messages());
    } catch (NoSuchNameException e) {
      return Tested.not(tsuid, "TSUID was missing a UID name: " + UidNamesText.noSuchName(e));
    }
  }

  private static void write(JsonGenerator json, Tested tested) throws IOException {
    json.writeStartObject();
    json.writeArrayFieldStart("messages");
    for (String each : tested.messages) {
      json.writeString(each);
    }
    json.writeEndArray();
    json.writeFieldName("meta");
    if (tested.meta.isPresent()) {
      MetaJsonWriter.write(json, tested.meta.get());
    } else {
      json.writeNull();
    }
    json.writeFieldName("branch");
    if (tested.branch.isPresent()) {
      TreeJsonWriter.write(json, tested.branch.get());
    } else {
      json.writeNull();
    }
    json.writeEndObject();
  }
}
