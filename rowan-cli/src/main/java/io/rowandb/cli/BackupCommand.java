package io.rowandb.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code ./rowan backup}: copies a store, open or not. */
@Command(
    name = "backup",
    mixinStandardHelpOptions = true,
    description = {
      "Copies a store, also while a program has it open and writes. The copy has every write that was acknowledged before, those with ASYNC_WAL within a second, and is itself a store. It appears under its name when it is whole and on disk. Store files are linked where the disk can do that: they take no room, and deleting either copy leaves the other.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the backup is there, whole and on disk",
      "1:it failed, and there is none: TO exists, PATH is no store or is damaged, the disk is full",
      "2:the command line is wrong"
    })
public final class BackupCommand implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "PATH", description = "Directory of the store.")
  private Path store;

  @Parameters(
      index = "1",
      paramLabel = "TO",
      description = "Directory of the backup; it must not exist.")
  private Path target;

  @Mixin private StoreCopyOptions options;

  @Mixin private VerboseOption verbose;

  @Override
  public Integer call() throws IOException {
    Logging.configure(verbose.given());
    options.requireDirectory("PATH", store);
    options.requireDirectory("TO", target);
    options.copy(store, target);
    return 0;
  }
}
