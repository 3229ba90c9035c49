package io.rowandb.cli.shell;

import io.rowandb.cli.design.DesignFiles;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.hbase.client.Connection;

/**
 * What commands work on.
 *
 * @param connection to the store, or the cluster
 * @param designs of tables, none perhaps
 * @param out where text goes
 * @param stopped whether the command at work is to end
 * @param answers of whoever types
 */
public record Session(
    Connection connection,
    DesignFiles designs,
    PrintWriter out,
    BooleanSupplier stopped,
    Answers answers) {
  /** Where answers to questions come from. */
  public interface Answers {
    /** The next line; null when there is none. */
    String next() throws IOException;
  }

  /**
   * Asks before something is done to several things, as HBase's shell does.
   *
   * @param word what is done, as in Disable
   * @param names to what
   * @param what these are, as in tables
   * @return whether the answer is y; not when there is nothing
   */
  boolean agreesTo(String word, List<String> names, String what) throws IOException {
    if (names.isEmpty()) {
      out.println("No " + what + " have such a name.");
      return false;
    }
    names.forEach(out::println);
    out.println();
    out.println(word + " the above " + names.size() + " " + what + " (y/n)?");
    out.flush();
    String answer = answers.next();
    boolean agreed = answer != null && answer.strip().equals("y");
    if (!agreed) {
      out.println("Nothing is done: the answer was not y.");
    }
    return agreed;
  }
}
