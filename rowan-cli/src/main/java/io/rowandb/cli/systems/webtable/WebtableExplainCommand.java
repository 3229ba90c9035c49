package io.rowandb.cli.systems.webtable;

import io.rowandb.cli.Logging;
import io.rowandb.cli.VerboseOption;
import io.rowandb.cli.systems.SystemStore;
import io.rowandb.schema.pattern.Explanation;
import io.rowandb.systems.webtable.Frontier;
import io.rowandb.systems.webtable.Webtable;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.apache.hadoop.hbase.client.Connection;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code ./rowan webtable explain}. */
@Command(
    name = "explain",
    mixinStandardHelpOptions = true,
    description = {"Says which rows of which regions are read to answer a question.", ""},
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the explanation is printed",
      "1:there is no store or no table webtable, or it failed",
      "2:the command line is wrong"
    })
final class WebtableExplainCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private SystemStore store;

  @Mixin private WebtableQuestion question;

  @Mixin private VerboseOption verbose;

  @Override
  public Integer call() throws IOException {
    Logging.configure(verbose.given());
    WebtableQuestion.Kind kind = question.kind();
    try (Connection connection = store.connect()) {
      spec.commandLine().getOut().println(explain(connection, kind));
    }
    return 0;
  }

  private Explanation explain(Connection connection, WebtableQuestion.Kind kind)
      throws IOException {
    if (kind == WebtableQuestion.Kind.NEXT || kind == WebtableQuestion.Kind.NEXT_AT) {
      try (Frontier queue = Frontier.openExisting(connection, Frontier.Settings.usual())) {
        return queue.explainUpcoming(question.due(), question.limit());
      }
    }
    try (Webtable webtable = Webtable.openExisting(connection)) {
      return switch (kind) {
        case LINKED -> webtable.explainIncoming(question.url());
        case LINKED_DOMAIN -> webtable.explainIncomingOfDomain(question.domain());
        case DOMAIN, DOMAIN_AT, CHANGES -> webtable.explainDomain(question.domain());
        default -> webtable.explainPage(question.url());
      };
    }
  }
}
