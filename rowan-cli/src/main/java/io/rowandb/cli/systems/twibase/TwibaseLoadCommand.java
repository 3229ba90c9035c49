package io.rowandb.cli.systems.twibase;

import io.rowandb.cli.CreateOption;
import io.rowandb.cli.Logging;
import io.rowandb.cli.VerboseOption;
import io.rowandb.cli.systems.DataFile;
import io.rowandb.cli.systems.SystemLoad;
import io.rowandb.cli.systems.SystemStore;
import io.rowandb.systems.twibase.TwiBase;
import io.rowandb.systems.twibase.TwiEvent;
import io.rowandb.systems.twibase.TwiFile;
import io.rowandb.systems.twibase.TwiLoad;
import io.rowandb.systems.twibase.TwiTraffic;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Connection;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./rowan twibase load}. */
@Command(
    name = "load",
    mixinStandardHelpOptions = true,
    description = {
      "Lets users sign up, follow and post, in tables of the namespace twibase, made if needed.",
      "When it is begun again, nobody signs up or follows twice, but all post again.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all of it is done",
      "1:there is no store, or a line is wrong; what the lines before it say is done",
      "2:the command line is wrong",
      "130:stopped with Ctrl-C, 143 with SIGTERM; some of it is done"
    })
final class TwibaseLoadCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private SystemStore store;

  @Mixin private CreateOption create;

  @Option(
      names = "--file",
      paramLabel = "FILE",
      description =
          "A file of lines, plain or gzip, with one of these first: name,nickname,email or follower,followed or follower,followed,time or author,time,text; or a graph of SNAP. Without a file, users are made up, the same for the same numbers:")
  private Path file;

  @Mixin private PlanOption plan;

  @Mixin private TrafficOptions traffic;

  @Mixin private VerboseOption verbose;

  @Override
  public Integer call() throws IOException {
    Logging.configure(verbose.given());
    check();
    TwiTraffic made = traffic.traffic();
    String source = file == null ? "made-up users of seed " + made.seed() : file.toString();
    new SystemLoad<TwiEvent>("event", source, () -> file == null ? made.events() : ofFile())
        .run(store, create, this::load, spec.commandLine().getOut());
    return 0;
  }

  private void check() {
    if (file == null) {
      return;
    }
    for (String option : TrafficOptions.NAMES) {
      if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
        throw new ParameterException(spec.commandLine(), option + " does not go with --file");
      }
    }
    DataFile.requireReadable(file, spec.commandLine());
  }

  private Stream<TwiEvent> ofFile() {
    try {
      return TwiFile.read(file.toString(), DataFile.open(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private long load(Connection connection, Stream<TwiEvent> events) throws IOException {
    try (TwiBase base = TwiBase.open(connection, plan.plan())) {
      base.resume(); // what a load that was killed has left
      return new TwiLoad(base).run(events); // without follows that a block forbids
    }
  }
}
