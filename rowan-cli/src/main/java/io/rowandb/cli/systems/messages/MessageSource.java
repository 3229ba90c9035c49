package io.rowandb.cli.systems.messages;

import io.rowandb.cli.systems.DataFile;
import io.rowandb.systems.messages.Message;
import io.rowandb.systems.messages.MessageFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.stream.Stream;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Where messages come from: a file, or made-up ones. */
public final class MessageSource {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--file",
      paramLabel = "FILE",
      description =
          "A file of lines, plain or gzip, with one of these first: id,time,from,to,text (several receivers with semicolons between), timestamp,from,to (a time in seconds since --epoch; no text). Without a file, messages are made up, the same for the same numbers:")
  private Path file;

  @Option(
      names = "--epoch",
      paramLabel = "TIME",
      description = "As 2014-01-15T00:00:00Z, for files of timestamps: 1970 unless given.")
  private Instant epoch;

  @Mixin private MadeUpMessages madeUp;

  /** For picocli. */
  public MessageSource() {}

  /** Refuses what does not go together, before anything is opened. */
  void check() {
    if (file == null) {
      if (epoch != null) {
        throw new ParameterException(spec.commandLine(), "--epoch needs --file");
      }
      madeUp.traffic();
    } else {
      madeUp.refuseBeside("--file");
      DataFile.requireReadable(file, spec.commandLine());
    }
  }

  /** For people. */
  String describe() {
    return file == null ? madeUp.describe() : file.toString();
  }

  /** The messages, from the first on; to be closed. */
  Stream<Message> messages() {
    if (file == null) {
      return madeUp.traffic().stream();
    }
    try {
      Instant begin = epoch == null ? Instant.EPOCH : epoch;
      return MessageFile.read(file.toString(), DataFile.open(file), begin);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
