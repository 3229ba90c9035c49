package io.rowandb.bench.bulk;

import io.rowandb.bench.workload.ProcessFigures;
import io.rowandb.cli.program.RowanCommand;
import java.io.IOException;

/**
 * The main class of the loading child: it runs {@code ./rowan} itself, and its last line on
 * standard output has the kernel's counts for the process.
 */
public final class BulkLoadMain {
  /** Before the figures: peak of resident memory, bytes written, bytes read. */
  static final String MARK = "@process ";

  private BulkLoadMain() {}

  /** Runs the command line of {@code ./rowan} and ends the process with its code. */
  public static void main(String[] arguments) {
    Runtime.getRuntime().addShutdownHook(new Thread(BulkLoadMain::tell, "bench-tell"));
    RowanCommand.main(arguments);
  }

  static void tell() {
    try {
      System.out.println(
          MARK
              + ProcessFigures.peakResidentBytes()
              + " "
              + ProcessFigures.writtenBytes()
              + " "
              + ProcessFigures.readBytes());
      System.out.flush();
    } catch (IOException e) {
      System.err.println("the kernel tells nothing of this process: " + e);
    }
  }
}
