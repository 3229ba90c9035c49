package io.rowandb.cli.designcheck;

import io.rowandb.cli.CreateOption;
import io.rowandb.cli.Logging;
import io.rowandb.cli.StorePath;
import io.rowandb.cli.VerboseOption;
import io.rowandb.cli.designcheck.GivenDesign.Given;
import io.rowandb.cli.source.SiteFile;
import io.rowandb.client.Rowan;
import io.rowandb.design.measure.DesignMeasure;
import io.rowandb.design.measure.MeasureReport;
import io.rowandb.design.page.DesignPage;
import io.rowandb.design.page.DesignReview;
import io.rowandb.design.page.DesignReview.Known;
import io.rowandb.design.sample.SampleSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./rowan design measure}. */
@Command(
    name = "measure",
    mixinStandardHelpOptions = true,
    description = {
      "Writes the sample into a table that is made for it, asks each pattern with values drawn from the sample, and deletes the table: what a call reads and how long it takes, beside the estimate. The table is in a temporary store, in a store, or on a cluster.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done",
      "1:the store or the cluster failed, or the report or the page could not be written",
      "2:the command line, the design or the sample is wrong"
    })
final class DesignMeasureCommand implements Callable<Integer> {
  private static final int MOST_CALLS = 1_000_000;

  @Spec private CommandSpec spec;

  @Mixin private DesignInput input;

  @Mixin private ClassOptions java;

  @Option(
      names = "--path",
      paramLabel = "PATH",
      description = "The directory of a store, instead of a temporary one; needs --table.")
  private String path;

  @Option(
      names = "--cluster",
      paramLabel = "FILE",
      description = "The cluster that this hbase-site.xml is of; needs --table.")
  private Path cluster;

  @Option(
      names = "--table",
      paramLabel = "TABLE",
      description = "A table that is not there: it is made, and deleted at the end.")
  private String table;

  @Option(
      names = "--calls",
      paramLabel = "N",
      defaultValue = "" + DesignMeasure.USUAL_CALLS,
      description =
          "Calls of each pattern, 1 to 1000000; ${DEFAULT-VALUE}. A pattern ends above 5 million"
              + " cells.")
  private int calls;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "By which values are drawn; ${DEFAULT-VALUE}.")
  private long seed;

  @Mixin private ReportForm form;

  @Mixin private PageOption page;

  @Mixin private VerboseOption verbose;

  @Override
  public Integer call() throws IOException {
    Logging.configure(verbose.given());
    check();
    page.check(cluster == null ? List.of() : List.of(cluster), directories());
    MeasureReport report =
        new GivenDesign(input, java, Optional.empty(), page).useWithRows(this::measured);
    form.print(() -> MeasureText.json(report), columns -> MeasureText.lines(report, columns));
    page.write();
    return 0;
  }

  private List<Path> directories() {
    return path == null || StorePath.isInMemory(path) ? List.of() : List.of(Path.of(path));
  }

  private MeasureReport measured(Given given) throws IOException {
    SampleSpec sample = given.sample().orElseThrow();
    MeasureReport report = run(new DesignMeasure(given.plan(), sample, calls, seed));
    long now = Clock.systemUTC().millis();
    page.draw(
        () ->
            DesignPage.of(
                DesignReview.run(given.plan(), given.sample(), Known.NOTHING, now), report));
    return report;
  }

  private void check() {
    if (calls < 1 || calls > MOST_CALLS) {
      throw refused("--calls " + calls + " should be 1 to " + MOST_CALLS);
    }
    if (path != null && cluster != null) {
      throw refused("--path and --cluster name two places: leave out one");
    }
    if ((path == null && cluster == null) != (table == null)) {
      throw refused(
          "--table goes with --path or --cluster: a table there that is made and deleted");
    }
    if (cluster != null) {
      site(); // refused before the sample is read
    }
  }

  private MeasureReport run(DesignMeasure measure) throws IOException {
    if (table == null) {
      return measure.inTemporaryStore();
    }
    TableName name = name();
    if (path != null) {
      new CreateOption().requireStore(path);
      return measure.inStore(Rowan.configuration(path), name);
    }
    try (Connection connection = ConnectionFactory.createConnection(site())) {
      return measure.on(connection, name);
    }
  }

  private Configuration site() {
    try {
      return SiteFile.configuration(cluster);
    } catch (IllegalArgumentException e) {
      throw refused(e.getMessage());
    }
  }

  private TableName name() {
    try {
      return TableName.valueOf(table);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(
          spec.commandLine(), "--table " + table + ": " + e.getMessage(), e);
    }
  }

  private ParameterException refused(String why) {
    return new ParameterException(spec.commandLine(), why);
  }
}
