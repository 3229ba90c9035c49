package io.rowandb.cli.systems.webtable;

import io.rowandb.cli.Logging;
import io.rowandb.cli.VerboseOption;
import io.rowandb.cli.systems.JsonAnswer;
import io.rowandb.cli.systems.SystemStore;
import io.rowandb.cli.terminal.TextTable;
import io.rowandb.schema.pattern.Page;
import io.rowandb.systems.webtable.DueUrl;
import io.rowandb.systems.webtable.Frontier;
import io.rowandb.systems.webtable.PageAnchor;
import io.rowandb.systems.webtable.PageChange;
import io.rowandb.systems.webtable.PageState;
import io.rowandb.systems.webtable.PageVersion;
import io.rowandb.systems.webtable.Webtable;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.apache.hadoop.hbase.client.Connection;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code ./rowan webtable ask}. */
@Command(
    name = "ask",
    mixinStandardHelpOptions = true,
    description = {"Answers a question from the table webtable.", ""},
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the answer is printed",
      "1:there is no store or no table webtable, or it failed",
      "2:the command line is wrong"
    })
final class WebtableAskCommand implements Callable<Integer> {
  private static final List<String> STATE =
      List.of("time", "status", "type", "characters", "hash", "url");

  private static final int SHOWN_OF_HASH = 8;

  @Spec private CommandSpec spec;

  @Mixin private SystemStore store;

  @Mixin private WebtableQuestion question;

  @Mixin private JsonAnswer json;

  @Mixin private VerboseOption verbose;

  @Override
  public Integer call() throws IOException {
    Logging.configure(verbose.given());
    WebtableQuestion.Kind kind = question.kind();
    try (Connection connection = store.connect()) {
      if (kind == WebtableQuestion.Kind.NEXT || kind == WebtableQuestion.Kind.NEXT_AT) {
        try (Frontier queue = Frontier.openExisting(connection, Frontier.Settings.usual())) {
          next(queue);
        }
      } else {
        try (Webtable webtable = Webtable.openExisting(connection)) {
          answer(webtable, kind);
        }
      }
    }
    return 0;
  }

  private void next(Frontier queue) throws IOException {
    List<DueUrl> urls = queue.upcoming(question.due(), question.limit());
    if (json.isGiven()) {
      json.print(urls, WebtableJson::due);
      return;
    }
    List<List<String>> rows = new ArrayList<>();
    for (DueUrl each : urls) {
      rows.add(List.of(each.due().toString(), each.url().toString()));
    }
    table(List.of("due", "url"), rows);
  }

  private void answer(Webtable webtable, WebtableQuestion.Kind kind) throws IOException {
    switch (kind) {
      case PAGE, PAGE_AT ->
          states(
              webtable.page(question.url(), question.at()).stream()
                  .map(PageVersion::state)
                  .toList());
      case BODY, BODY_AT -> webtable.page(question.url(), question.at()).ifPresent(this::body);
      case HISTORY ->
          states(webtable.history(question.url()).stream().map(PageVersion::state).toList());
      case LINKS ->
          anchors("to", webtable.outgoing(question.url()), each -> each.target().toString());
      case LINKED ->
          anchors(
              "from",
              limited(token -> webtable.incoming(question.url(), question.limit(), token)),
              each -> each.source().toString());
      case LINKED_DOMAIN ->
          anchors(
              "from and to",
              limited(
                  token -> webtable.incomingOfDomain(question.domain(), question.limit(), token)),
              each -> each.source() + " " + each.target());
      case CHANGES -> changes(webtable);
      default ->
          states(
              limited(
                  token ->
                      webtable.domain(question.domain(), question.at(), question.limit(), token)));
    }
  }

  /** A read of one page behind another. */
  private interface Pages<T> {
    Page<T> page(Optional<String> token) throws IOException;
  }

  private <T> List<T> limited(Pages<T> pages) throws IOException {
    List<T> all = new ArrayList<>();
    Optional<String> token = Optional.empty();
    do {
      Page<T> page = pages.page(token);
      all.addAll(page.records());
      token = page.next();
    } while (token.isPresent() && all.size() < question.limit());
    return all.size() <= question.limit() ? all : all.subList(0, question.limit());
  }

  private void body(PageVersion page) {
    if (json.isGiven()) {
      json.print(WebtableJson.page(page));
    } else {
      spec.commandLine().getOut().println(page.body());
    }
  }

  private void states(List<PageState> states) {
    if (json.isGiven()) {
      json.print(states, WebtableJson::state);
      return;
    }
    List<List<String>> rows = new ArrayList<>();
    for (PageState each : states) {
      rows.add(
          List.of(
              each.time().toString(),
              each.isForgotten() ? "forgotten" : Integer.toString(each.status()),
              each.type(),
              Integer.toString(each.characters()),
              each.hash().isEmpty() ? "" : each.hash().substring(0, SHOWN_OF_HASH),
              each.url().toString()));
    }
    table(STATE, rows);
  }

  private void anchors(String side, List<PageAnchor> anchors, Function<PageAnchor, String> other) {
    if (json.isGiven()) {
      json.print(anchors, WebtableJson::anchor);
      return;
    }
    List<List<String>> rows = new ArrayList<>();
    for (PageAnchor each : anchors) {
      rows.add(List.of(Integer.toString(each.place()), each.text(), other.apply(each)));
    }
    table(List.of("place", "text", side), rows);
  }

  /** Each as it comes: there may be millions. */
  private void changes(Webtable webtable) throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    long[] counts = {0};
    long all =
        webtable.changes(
            question.domain(),
            question.from(),
            question.to(),
            change -> {
              if (counts[0]++ < question.limit()) {
                change(change, out);
              }
            });
    if (all > question.limit() && json.isGiven()) {
      json.print(Map.of("more", all - question.limit()));
    } else if (all > question.limit()) {
      out.printf("and %,d more%n", all - question.limit());
    }
  }

  private void change(PageChange change, PrintWriter out) {
    if (json.isGiven()) {
      json.print(WebtableJson.change(change));
    } else {
      out.printf("%-9s  %s%n", change.kind(), change.url());
    }
  }

  /** However wide the terminal is: an address that is cut off is of no use. */
  private void table(List<String> headings, List<List<String>> rows) {
    PrintWriter out = spec.commandLine().getOut();
    TextTable.lines(headings, rows, Integer.MAX_VALUE).forEach(out::println);
  }
}
