package io.rowandb.cli;

import io.rowandb.cli.terminal.ProgressDisplay;
import io.rowandb.cli.terminal.Terminal;
import io.rowandb.client.store.StoreDisk;
import io.rowandb.engine.care.CheckListener;
import io.rowandb.engine.care.CheckReport;
import io.rowandb.engine.care.DatabaseCheck;
import io.rowandb.engine.care.DatabaseRepair;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.io.Finding;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./rowan check}: reads a whole store, reports what is wrong, and repairs what it can. */
@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    description = {
      "Reads every byte of a store that nobody has open and says what is wrong with it.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:nothing is wrong, or no longer; notes are nothing wrong",
      "1:something is wrong, or the store is in use or cannot be read",
      "2:the command line is wrong"
    })
public final class CheckCommand implements Callable<Integer> {
  /** More findings than anybody reads; those beyond are counted. */
  private static final int MAX_FINDINGS = 10_000;

  @Spec private CommandSpec spec;

  @Mixin private StorePath store;

  @Option(
      names = "--repair",
      description =
          "Repairs what can be repaired without losing anything, and checks again: makes a lost manifest anew, moves files that cannot be opened, and those that nothing lists, to quarantine/ below PATH, with a report. What is missing stays missing.")
  private boolean repair;

  @Option(
      names = "--give-up-missing",
      description =
          "With --repair: the store opens without the files that are missing, and without the rows that only they had. As long as quarantine/ is there, no file of these is deleted when it is back.")
  private boolean givesUpMissing;

  @Option(names = "--json", description = "Prints each finding, and the counts, as a line of JSON.")
  private boolean json;

  @Mixin private VerboseOption verbose;

  private FileSystem files;

  @Override
  public Integer call() throws IOException {
    Logging.configure(verbose.given());
    if (givesUpMissing && !repair) {
      throw store.refused("--give-up-missing is for --repair alone");
    }
    files = StoreDisk.ofProgram();
    Path directory = store.existing();
    CheckText text = new CheckText(spec.commandLine().getOut(), directory, json);
    CheckReport report = repair ? repair(directory, text) : check(directory, text);
    return report.isClean() ? 0 : CommandRunner.FAILED;
  }

  private CheckReport check(Path directory, CheckText text) throws IOException {
    Shown shown = new Shown();
    CheckReport report;
    try {
      report = DatabaseCheck.run(files, directory, shown);
    } finally {
      shown.end();
    }
    text.show(report, shown.findings);
    return report;
  }

  private CheckReport repair(Path directory, CheckText text) throws IOException {
    Shown shown = new Shown();
    DatabaseRepair.Outcome outcome;
    try {
      outcome =
          DatabaseRepair.run(
              files,
              directory,
              UUID.randomUUID(),
              Clock.systemUTC().millis(),
              givesUpMissing ? DatabaseRepair.Missing.GIVE_UP : DatabaseRepair.Missing.KEEP,
              shown);
    } finally {
      shown.end();
    }
    text.show(outcome.before(), shown.findings);
    text.showActions(outcome.actions());
    text.showLeft(outcome.left());
    return outcome.actions().isEmpty() ? outcome.before() : check(directory, text);
  }

  /** Shows how far it is, and keeps what is found until the line of progress has ended. */
  private final class Shown implements CheckListener {
    private final ProgressDisplay progress =
        new ProgressDisplay(Terminal.ofProcess(), "checking", System::nanoTime);
    private final List<Finding> findings = new ArrayList<>();
    private boolean begun;

    @Override
    public void found(Finding finding) {
      if (findings.size() < MAX_FINDINGS) {
        findings.add(finding);
      }
    }

    @Override
    public void progressed(long rows, long bytes, long allBytes) {
      if (!json) {
        begun = true;
        progress.update(rows, (double) bytes / Math.max(1, allBytes));
      }
    }

    void end() {
      if (begun) {
        progress.abandon();
      }
    }
  }
}
