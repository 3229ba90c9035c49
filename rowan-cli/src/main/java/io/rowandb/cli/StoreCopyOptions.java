package io.rowandb.cli;

import io.rowandb.cli.terminal.Figures;
import io.rowandb.client.store.StoreDisk;
import io.rowandb.engine.care.BackupSummary;
import io.rowandb.engine.care.StoreBackup;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What {@code backup} and {@code restore} have in common: both copy a store. */
final class StoreCopyOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--copy",
      description =
          "Copies store files also where the disk could link them, so that damage to one does not reach the other.")
  private boolean copyFiles;

  /** For picocli. */
  StoreCopyOptions() {}

  /** Refuses what cannot be a directory. */
  void requireDirectory(String label, Path path) {
    if (path.toString().isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), label + " is empty; it needs the name of a directory");
    }
    if (path.toString().startsWith("mem:")) {
      throw new ParameterException(
          spec.commandLine(),
          label
              + " "
              + path
              + " is a store in the memory of another program; it needs a directory");
    }
  }

  /** Copies, and says what was copied. */
  void copy(Path from, Path to) throws IOException {
    StorePath.requireExisting(from);
    BackupSummary summary;
    try {
      summary = StoreBackup.run(StoreDisk.ofProgram(), from, to, copyFiles);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
    spec.commandLine()
        .getOut()
        .printf(
            "%s: %s of %s, and %s of the log with %s%n",
            summary.target(),
            Figures.counted(summary.storeFiles(), "store file"),
            Figures.bytes(summary.storeFileBytes()),
            Figures.bytes(summary.logBytes()),
            Figures.counted(summary.logEntries(), "write"));
    spec.commandLine().getOut().flush();
  }
}
