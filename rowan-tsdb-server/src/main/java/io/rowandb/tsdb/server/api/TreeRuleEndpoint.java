package io.rowandb.tsdb.server.api;

import io.rowandb.tsdb.tree.TreeDefinition;
import io.rowandb.tsdb.tree.TreeRule;
import io.rowandb.tsdb.tree.TreeStore;
import java.io.IOException;
import java.util.List;

/** {@code /api/tree/rule}: a rule of a tree; {@code /api/tree/rules}: all, or many. */
final class TreeRuleEndpoint {
  private final ServedStore store;

  TreeRuleEndpoint(ServedStore store) {
    this.store = store;
  }

  private TreeStore trees() {
    return store.series().trees();
  }

  void answerOne(ApiRequest request, ApiAnswer answer) throws IOException {
    TreeRule rule = rule(TreeMembers.of(request));
    TreeDefinition tree = TreeEndpoint.find(store, rule.treeId());
    switch (request.meantMethod()) {
      case "GET" -> send(find(tree, rule), answer);
      case "DELETE" -> {
        find(tree, rule);
        trees().deleteRule(rule.treeId(), rule.level(), rule.order());
        answer.send(204, ApiAnswer.TEXT, TreeEndpoint.NOTHING);
      }
      default -> {
        boolean replaces = request.meantMethod().equals("PUT");
        if (rule.saysSomething() && trees().change(rule, replaces)) {
          send(find(TreeEndpoint.find(store, rule.treeId()), rule), answer);
        } else {
          answer.send(304, ApiAnswer.TEXT, TreeEndpoint.NOTHING);
        }
      }
    }
  }

  /** A place or a type that is none is a fault of the body, if there is one. */
  private static TreeRule rule(TreeMembers members) {
    try {
      return members.rule();
    } catch (IllegalArgumentException e) {
      if (members.isBody()) {
        throw ApiException.badJson(e);
      }
      throw e;
    }
  }

  private static TreeRule find(TreeDefinition tree, TreeRule rule) {
    return tree.rule(rule.level(), rule.order())
        .orElseThrow(() -> new ApiException(404, "Unable to locate rule: " + rule, ""));
  }

  private static void send(TreeRule rule, ApiAnswer answer) throws IOException {
    answer.send(200, ApiAnswer.JSON, JsonTree.bytes(rule::write));
  }

  void answerAll(ApiRequest request, ApiAnswer answer) throws IOException {
    String method = request.meantMethod();
    List<TreeRule> rules = rules(request);
    int treeId = rules.isEmpty() ? TreeMembers.of(request).treeId() : rules.get(0).treeId();
    TreeEndpoint.find(store, treeId);
    switch (method) {
      case "GET" -> throw TreeEndpoint.unsupportedMethod();
      case "DELETE" -> trees().deleteRules(treeId);
      default -> {
        if (rules.isEmpty()) {
          throw ApiException.badRequest("Missing tree rules");
        }
        trees().change(treeId, rules, method.equals("PUT"));
      }
    }
    answer.send(204, ApiAnswer.TEXT, TreeEndpoint.NOTHING);
  }

  private static List<TreeRule> rules(ApiRequest request) {
    if (request.body().length == 0) {
      return List.of();
    }
    List<TreeRule> rules =
        TreeMembers.listOf(request).stream().map(TreeRuleEndpoint::rule).toList();
    if (rules.isEmpty()) {
      throw ApiException.badRequest("Missing tree rules");
    }
    if (rules.stream().mapToInt(TreeRule::treeId).distinct().count() > 1) {
      throw ApiException.badRequest("All rules must belong to the same tree");
    }
    return rules;
  }
}
