package io.rowandb.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code ./rowan restore}: makes a store from a backup, which stays unchanged. */
@Command(
    name = "restore",
    mixinStandardHelpOptions = true,
    description = {
      "Makes a store of a backup. The backup stays as it is and can be restored again.",
      "Nothing is ever overwritten: a store that is in the way has to be moved away first.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the store is there, whole and on disk",
      "1:it failed, and there is none: PATH exists, BACKUP is no backup or is damaged",
      "2:the command line is wrong"
    })
public final class RestoreCommand implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "BACKUP", description = "Directory of the backup.")
  private Path backup;

  @Parameters(
      index = "1",
      paramLabel = "PATH",
      description = "Directory of the new store; it must not exist.")
  private Path store;

  @Mixin private StoreCopyOptions options;

  @Mixin private VerboseOption verbose;

  @Override
  public Integer call() throws IOException {
    Logging.configure(verbose.given());
    options.requireDirectory("BACKUP", backup);
    options.requireDirectory("PATH", store);
    options.copy(backup, store);
    return 0;
  }
}
