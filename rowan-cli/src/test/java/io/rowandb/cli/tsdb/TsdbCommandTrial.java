package io.rowandb.cli.tsdb;

import io.rowandb.cli.systems.SystemCommandTrial;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;

/** {@code ./rowan tsdb} on a store of its own, and five points to import. */
abstract class TsdbCommandTrial extends SystemCommandTrial {
  static final String LINES =
      """
      requests 1309687200 1 host=web1 site=north
      requests 1309687260 3 host=web1 site=north
      requests 1309687200 10 host=web2 site=south
      requests 1309687260 30 host=web2 site=south
      requests 1309687320250 0.5 host=web2 site=south
      """;

  TsdbCommandTrial() {
    super(TsdbCommand::new);
  }

  String file(String text) throws IOException {
    return Files.writeString(directory.resolve("points.txt"), text).toString();
  }

  int query(String question) {
    return run(
        "query", store(), "-m", question, "--start", "2011/07/03", "--end", "2011-07-03T11:00:00Z");
  }

  static String[] append(String[] words, String word) {
    String[] all = Arrays.copyOf(words, words.length + 1);
    all[words.length] = word;
    return all;
  }
}
