package io.rowandb.cli.systems.webtable;

import io.rowandb.systems.webtable.PageUrl;
import io.rowandb.systems.webtable.Webtable;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What is asked of the webtable. */
public final class WebtableQuestion {
  private static final Set<String> MAY_HAVE_LIMIT = Set.of("DOMAIN", "LINKED", "NEXT", "CHANGES");

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(names = "--url", paramLabel = "URL", description = "A page, now or with --at.")
  private String url;

  @Option(
      names = "--domain",
      paramLabel = "DOMAIN",
      description = "The pages of a domain and all its subdomains, now or with --at.")
  private String domain;

  @Option(names = "--at", paramLabel = "TIME", description = "As 2011-07-08T00:00:00Z, in UTC.")
  private Instant at;

  @Option(names = "--history", description = "The versions of the page that are kept.")
  private boolean history;

  @Option(names = "--body", description = "The content of the page alone.")
  private boolean body;

  @Option(names = "--links", description = "The links of the page.")
  private boolean links;

  @Option(names = "--linked", description = "The links to the page, or to the domain.")
  private boolean linked;

  @Option(
      names = "--from",
      paramLabel = "TIME",
      description = "With --to: what changed in the domain between the two.")
  private Instant from;

  @Option(names = "--to", paramLabel = "TIME", description = "Behind --from.")
  private Instant to;

  @Option(names = "--next", description = "What to fetch next, now or with --at.")
  private boolean next;

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "20",
      description = "Lines of the answer at most: ${DEFAULT-VALUE} unless given.")
  private int limit;

  /** For picocli. */
  public WebtableQuestion() {}

  /** What can be asked. */
  enum Kind {
    PAGE("--url URL"),
    PAGE_AT("--url URL --at TIME"),
    BODY("--url URL --body"),
    BODY_AT("--url URL --at TIME --body"),
    HISTORY("--url URL --history"),
    LINKS("--url URL --links"),
    LINKED("--url URL --linked"),
    DOMAIN("--domain DOMAIN"),
    DOMAIN_AT("--domain DOMAIN --at TIME"),
    LINKED_DOMAIN("--domain DOMAIN --linked"),
    CHANGES("--domain DOMAIN --from TIME --to TIME"),
    NEXT("--next"),
    NEXT_AT("--next --at TIME");

    private final String typed;

    Kind(String typed) {
      this.typed = typed;
    }

    private Set<String> options() {
      Set<String> options = new TreeSet<>();
      for (String word : typed.split(" ", -1)) {
        if (word.startsWith("--")) {
          options.add(word);
        }
      }
      return options;
    }

    boolean isLimited() {
      return MAY_HAVE_LIMIT.stream().anyMatch(name()::startsWith);
    }
  }

  /** Which of them it is; refuses what is none, and what has no right form. */
  Kind kind() {
    Map<String, Boolean> given = new LinkedHashMap<>();
    given.put("--url", url != null);
    given.put("--domain", domain != null);
    given.put("--at", at != null);
    given.put("--history", history);
    given.put("--body", body);
    given.put("--links", links);
    given.put("--linked", linked);
    given.put("--from", from != null);
    given.put("--to", to != null);
    given.put("--next", next);
    given.values().removeIf(each -> !each);
    for (Kind kind : Kind.values()) {
      if (kind.options().equals(given.keySet())) {
        check(kind);
        return kind;
      }
    }
    StringBuilder all = new StringBuilder("ask for one of");
    for (Kind kind : Kind.values()) {
      all.append(System.lineSeparator()).append("  ").append(kind.typed);
    }
    throw refused(all.toString());
  }

  private void check(Kind kind) {
    try {
      if (url != null) {
        PageUrl.of(url);
      }
      if (domain != null) {
        Webtable.checkDomain(domain);
      }
    } catch (IllegalArgumentException e) {
      throw refused(e.getMessage());
    }
    if (limit < 1) {
      throw refused("--limit " + limit + ": at least 1");
    }
    if (!kind.isLimited() && spec.commandLine().getParseResult().hasMatchedOption("--limit")) {
      throw refused("--limit does not go with " + kind.typed);
    }
    if (kind == Kind.CHANGES && to.isBefore(from)) {
      throw refused("--to " + to + " is before --from " + from);
    }
  }

  private ParameterException refused(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  PageUrl url() {
    return PageUrl.of(url);
  }

  String domain() {
    return domain;
  }

  /** The time that is asked about. */
  Instant at() {
    return at == null ? Webtable.NOW : at;
  }

  /** The same of the frontier, whose future is known. */
  Instant due() {
    return at == null ? Instant.now() : at;
  }

  Instant from() {
    return from;
  }

  Instant to() {
    return to;
  }

  int limit() {
    return limit;
  }
}
