package io.rowandb.tsdb.server.api;

import com.fasterxml.jackson.core.JsonGenerator;
import io.rowandb.tsdb.store.LimitExceededException;
import io.rowandb.tsdb.store.ReadLimits;
import io.rowandb.tsdb.tree.TreeChange;
import io.rowandb.tsdb.tree.TreeDefinition;
import io.rowandb.tsdb.tree.TreeFailure;
import io.rowandb.tsdb.tree.TreeStore;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Locale;

/** {@code /api/tree}: trees; what is below it goes to the others. */
final class TreeEndpoint implements ApiEndpoint {
  static final byte[] NOTHING = {};

  /** Of the cells that an answer is made of: all is in memory. */
  private static final long MOST_BYTES = 64 << 20;

  private final ServedStore store;
  private final ReadLimits limits;
  private final TreeRuleEndpoint rules;
  private final TreeBrowsing browsing;

  TreeEndpoint(ServedStore store, ReadLimits limits) {
    this.store = store;
    this.limits = limits.atMostBytes(MOST_BYTES);
    rules = new TreeRuleEndpoint(store);
    browsing = new TreeBrowsing(store, this.limits);
  }

  @Override
  public void answer(ApiRequest request, ApiAnswer answer) throws IOException {
    request.allow("GET", "POST", "PUT", "DELETE");
    try {
      switch (request.word(1).toLowerCase(Locale.ROOT)) {
        case "" -> answerTree(request, answer);
        case "rule" -> rules.answerOne(request, answer);
        case "rules" -> rules.answerAll(request, answer);
        case "branch" -> browsing.answerBranch(request, answer);
        case "test" -> browsing.answerTest(request, answer);
        case "collisions" -> browsing.answerFailures(request, TreeFailure.COLLISION, answer);
        case "notmatched" -> browsing.answerFailures(request, TreeFailure.NOT_MATCHED, answer);
        default -> throw new ApiException(404, "This endpoint is not supported", "");
      }
    } catch (LimitExceededException e) {
      throw new ApiException(413, "Sorry, " + e.getMessage(), "");
    } catch (IllegalArgumentException e) {
      throw ApiException.badRequest(e.getMessage());
    }
  }

  static ApiException unsupportedMethod() {
    return ApiException.badRequest("Unsupported HTTP request method");
  }

  /** A tree, or a refusal with 404. */
  static TreeDefinition find(ServedStore store, int treeId) throws IOException {
    return store
        .series()
        .trees()
        .find(treeId)
        .orElseThrow(() -> new ApiException(404, "Unable to locate tree: " + treeId, ""));
  }

  private TreeStore trees() {
    return store.series().trees();
  }

  private void answerTree(ApiRequest request, ApiAnswer answer) throws IOException {
    TreeMembers members = TreeMembers.of(request);
    int treeId = members.treeId();
    switch (request.meantMethod()) {
      case "GET" -> {
        if (treeId == 0) {
          sendAll(answer);
        } else {
          send(find(store, treeId), answer);
        }
      }
      case "DELETE" -> {
        find(store, treeId);
        trees().delete(treeId, members.text("definition").equalsIgnoreCase("true"));
        answer.send(204, ApiAnswer.TEXT, NOTHING);
      }
      default -> change(treeId, members.tree(), request.meantMethod().equals("PUT"), answer);
    }
  }

  private void change(int treeId, TreeChange change, boolean replaces, ApiAnswer answer)
      throws IOException {
    if (treeId == 0) {
      send(trees().create(change), answer);
      return;
    }
    find(store, treeId);
    if (!change.saysSomething()) {
      answer.send(304, ApiAnswer.TEXT, NOTHING);
      return;
    }
    trees().change(treeId, change, replaces);
    send(find(store, treeId), answer);
  }

  private static void send(TreeDefinition tree, ApiAnswer answer) throws IOException {
    answer.send(200, ApiAnswer.JSON, JsonTree.bytes(tree::write));
  }

  private void sendAll(ApiAnswer answer) throws IOException {
    List<TreeDefinition> all = trees().all(limits);
    OutputStream out = answer.stream();
    try (JsonGenerator json = JsonTree.generator(out)) {
      json.writeStartArray();
      for (TreeDefinition each : all) {
        each.write(json);
      }
      json.writeEndArray();
    }
    out.close();
  }
}
