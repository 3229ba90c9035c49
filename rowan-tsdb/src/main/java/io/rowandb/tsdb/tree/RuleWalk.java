package io.rowandb.tsdb.tree;

import io.rowandb.tsdb.meta.FoundSeries;
import io.rowandb.tsdb.meta.MetaNotes;
import io.rowandb.tsdb.meta.UidMeta;
import io.rowandb.tsdb.store.LinearRegexp;
import io.rowandb.tsdb.uid.UidKind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * Finds where the rules of a tree put series. Level by level, the first rule that makes a name
 * counts; a rule with a separator makes several, each as deep as if it had a level of its own. Then
 * the last name is the leaf; empty names, and names that repeat the one above, are left out.
 * Immutable; used by any number of threads.
 */
public final class RuleWalk {
  /** Of a path: a row of the table of trees has 4 bytes for each. */
  public static final int MAX_NAMES = 256;

  /** Of one name, in characters. */
  static final int MAX_NAME_LENGTH = 100_000;

  private final TreeDefinition tree;
  private final Map<String, LinearRegexp> expressions = new HashMap<>();

  /**
   * Of a tree.
   *
   * @throws RuleFailedException when an expression of its rules cannot be searched for, as it was
   *     stored by OpenTSDB: see {@link LinearRegexp}
   */
  public RuleWalk(TreeDefinition tree) throws RuleFailedException {
    this.tree = tree;
    for (SortedMap<Integer, TreeRule> level : tree.rules().values()) {
      for (TreeRule rule : level.values()) {
        compile(rule, rule.regex());
        compile(rule, rule.separator());
      }
    }
  }

  private void compile(TreeRule rule, String expression) throws RuleFailedException {
    if (!expression.isEmpty()) {
      try {
        expressions.put(expression, new LinearRegexp(expression));
      } catch (IllegalArgumentException e) {
        throw new RuleFailedException("rule " + rule + ": " + e.getMessage(), e);
      }
    }
  }

  /** The tree. */
  public TreeDefinition tree() {
    return tree;
  }

  /**
   * Where a series belongs.
   *
   * @throws RuleFailedException when a rule cannot be used on it
   */
  public Placement place(FoundSeries series) throws RuleFailedException {
    Walk walk = new Walk(series);
    walk.down();
    NameFold fold = new NameFold(tree.id(), series.meta().tsuid(), walk.names, walk.messages);
    fold.up();
    boolean isRefused = tree.isStrict() && !walk.notMatched.isEmpty();
    if (isRefused) {
      walk.messages.add(
          "TSUID failed to match one or more rule levels, will not add: " + series.meta().tsuid());
    }
    return new Placement(
        tree.id(),
        fold.path(),
        fold.leaf(),
        fold.hasBranch(),
        walk.notMatched,
        isRefused,
        walk.messages);
  }

  /** The way of one series through the levels. */
  private final class Walk {
    private final FoundSeries series;
    private final List<String> names = new ArrayList<>();
    private final List<String> messages = new ArrayList<>();
    private String notMatched = "";

    /** Parts of a value that is split, and how many of them are used; nothing if none is. */
    private Optional<List<String>> parts = Optional.empty();

    private int used;

    private String name = "";

    Walk(FoundSeries series) {
      this.series = series;
    }

    private void down() throws RuleFailedException {
      for (SortedMap<Integer, TreeRule> level : tree.rules().values()) {
        do {
          names.add(nameOf(level.values()));
          if (names.size() > MAX_NAMES) {
            throw new RuleFailedException(
                "the rules make more than " + MAX_NAMES + " names of " + series.meta().tsuid());
          }
          if (parts.isPresent() && used >= parts.get().size()) {
            parts = Optional.empty();
          }
        } while (parts.isPresent());
      }
    }

    private String nameOf(Collection<TreeRule> level) throws RuleFailedException {
      name = "";
      TreeRule last = null;
      for (TreeRule each : level) {
        last = each;
        messages.add("Processing rule: " + each);
        apply(each);
        if (!name.isEmpty()) {
          return name;
        }
      }
      notMatched += notMatched.isEmpty() ? last : " " + last;
      return name;
    }

    private void apply(TreeRule rule) throws RuleFailedException {
      switch (rule.type().orElseThrow(() -> new RuleFailedException("no type: " + rule))) {
        case METRIC -> use(rule, series.metric().name());
        case METRIC_CUSTOM -> custom(rule, series.metric());
        case TAGK -> tag(rule);
        case TAGK_CUSTOM -> customOf(rule, UidKind.TAG_KEY, "tagk");
        case TAGV_CUSTOM -> customOf(rule, UidKind.TAG_VALUE, "tagv");
      }
    }

    private void tag(TreeRule rule) throws RuleFailedException {
      List<UidMeta> tags = series.tags();
      for (int i = 0; i + 1 < tags.size(); i += 2) {
        if (tags.get(i).name().equals(rule.field())) {
          messages.add("Matched tagk [" + rule.field() + "] for rule: " + rule);
          use(rule, tags.get(i + 1).name());
          return;
        }
      }
      messages.add("No match on tagk [" + rule.field() + "] for rule: " + rule);
    }

    private void customOf(TreeRule rule, UidKind kind, String shown) throws RuleFailedException {
      for (UidMeta each : series.tags()) {
        if (each.kind() == kind && each.name().equals(rule.field())) {
          messages.add("Matched " + shown + " [" + rule.field() + "] for rule: " + rule);
          custom(rule, each);
          return;
        }
      }
      messages.add("No match on " + shown + " [" + rule.field() + "] for rule: " + rule);
    }

    private void custom(TreeRule rule, UidMeta of) throws RuleFailedException {
      MetaNotes notes = of.notes();
      Map<String, String> custom = notes.custom().orElse(Map.of());
      String field = rule.customField();
      if (!custom.containsKey(field)) {
        messages.add("No match on custom tag [" + field + "] for rule: " + rule);
        return;
      }
      if (custom.get(field) == null) {
        throw new RuleFailedException(
            "the custom value " + field + " of " + of.name() + " is null: rule " + rule);
      }
      use(rule, custom.get(field));
      messages.add("Matched custom tag [" + field + "] for rule: " + rule);
    }

    private void use(TreeRule rule, String value) throws RuleFailedException {
      if (!rule.regex().isEmpty()) {
        extract(rule, value);
      } else if (!rule.separator().isEmpty()) {
        split(rule, value);
      } else {
        show(rule, value, value);
      }
    }

    private void extract(TreeRule rule, String value) throws RuleFailedException {
      List<String> groups = expressions.get(rule.regex()).groupsIn(value);
      int group = rule.regexGroup() + 1;
      if (groups.isEmpty()) {
        return;
      }
      if (group >= groups.size()) {
        messages.add(
            "Regex group index ["
                + rule.regexGroup()
                + "] for rule "
                + rule
                + " was out of bounds ["
                + (groups.size() - 1)
                + "]");
      } else if (groups.get(group) == null || groups.get(group).isEmpty()) {
        messages.add("Extracted value for rule " + rule + " was null or empty");
      } else {
        show(rule, value, groups.get(group));
      }
    }

    private void split(TreeRule rule, String value) throws RuleFailedException {
      if (parts.isEmpty()) {
        if (value.isEmpty()) {
          throw new RuleFailedException("an empty value cannot be split: rule " + rule);
        }
        parts = Optional.of(expressions.get(rule.separator()).split(value));
        used = 0;
      }
      if (used < parts.get().size()) {
        show(rule, value, parts.get().get(used));
      }
      used++;
    }

    private void show(TreeRule rule, String value, String extracted) throws RuleFailedException {
      if (rule.displayFormat().isEmpty()) {
        name = extracted;
        return;
      }
      String shown =
          rule.displayFormat()
              .replace("{ovalue}", checked(value))
              .replace("{value}", checked(extracted))
              .replace("{tsuid}", series.meta().tsuid());
      if (shown.contains("{tag_name}")) {
        shown = checked(shown).replace("{tag_name}", tagName(rule));
      }
      name = checked(shown);
    }

    private String checked(String text) throws RuleFailedException {
      if (text.length() > MAX_NAME_LENGTH) {
        throw new RuleFailedException(
            "a name has more than " + MAX_NAME_LENGTH + " characters: " + text.length());
      }
      return text;
    }

    private String tagName(TreeRule rule) {
      RuleType type = rule.type().orElseThrow();
      if (type == RuleType.METRIC) {
        messages.add("Display rule " + rule + " was of the wrong type to match on {tag_name}");
        return "";
      }
      return type == RuleType.TAGK ? rule.field() : rule.customField();
    }
  }
}
