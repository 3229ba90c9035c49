package io.rowandb.testkit.crash;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The process that opens a store after its writer was killed, and compares it with every
 * acknowledgement of all rounds. It trusts nothing but the {@link AckFile}s and, for writes under
 * way at earlier kills, its own notes of what became of them.
 *
 * <p>Prints a line {@code WRONG ...} for everything that is lost or was never written, and {@code
 * audited ACKNOWLEDGEMENTS wrong COUNT regions COUNT loads ACKNOWLEDGEMENTS parts COUNT through
 * COUNT} in the end, the parts being those of the load under way at the last kill.
 */
final class KillAuditor {
  /** How the last line begins. */
  static final String AUDITED = "audited ";

  private final Path acknowledgements;
  private final ExpectedRows expected = new ExpectedRows();
  private final List<String> wrong = new ArrayList<>();

  private KillAuditor(Path acknowledgements) {
    this.acknowledgements = acknowledgements;
  }

  /** Arguments: the store's directory, that of the acknowledgements, the number of the round. */
  public static void main(String[] args) throws IOException {
    new KillAuditor(Path.of(args[1])).audit(Path.of(args[0]), Long.parseLong(args[2]));
  }

  private void audit(Path store, long lastRound) throws IOException {
    for (long round = 1; round <= lastRound; round++) {
      for (int thread = 0; thread < KilledRows.ACK_FILES; thread++) {
        Path file = AckFile.path(acknowledgements, round, thread);
        if (Files.exists(file)) {
          expected.read(file);
        }
      }
      if (round < lastRound) {
        readNotes(round);
      }
    }
    try (Connection connection = KilledRows.connect(store);
        Admin admin = connection.getAdmin()) {
      Map<String, Long> found =
          admin.tableExists(KilledRows.TABLE) ? readTable(connection) : new TreeMap<>();
      found.forEach(this::compare);
      for (String row : expected.rows()) {
        if (!found.containsKey(row)) {
          compare(row, KilledRows.ABSENT);
        }
      }
      wrong.addAll(expected.halves(found));
      writeNotes(lastRound, found);
      wrong.forEach(line -> System.out.println("WRONG " + line));
      int regions =
          admin.tableExists(KilledRows.TABLE) ? admin.getRegions(KilledRows.TABLE).size() : 0;
      System.out.println(
          AUDITED
              + expected.acknowledgements()
              + " wrong "
              + wrong.size()
              + " regions "
              + regions
              + " loads "
              + expected.loads()
              + " parts "
              + expected.loadUnderWay().count()
              + " through "
              + expected.loadUnderWay().through(found));
    }
  }

  private void compare(String row, long number) {
    String why = expected.whyWrong(row, number);
    if (why != null) {
      wrong.add(why);
    }
  }

  private Map<String, Long> readTable(Connection connection) throws IOException {
    Map<String, Long> found = new TreeMap<>();
    String last = "";
    try (Table table = connection.getTable(KilledRows.TABLE);
        ResultScanner scanner = table.getScanner(new Scan())) {
      for (Result row : scanner) {
        String key = Bytes.toString(row.getRow());
        if (key.compareTo(last) <= 0) {
          wrong.add("row " + key + " comes after " + last);
        }
        last = key;
        found.put(key, numberOf(key, row));
      }
    }
    return found;
  }

  private long numberOf(String key, Result row) {
    if (KilledRows.isCounter(key)) {
      return Bytes.toLong(row.getValue(KilledRows.A, KilledRows.C));
    }
    try {
      return KilledRows.number(row);
    } catch (IllegalStateException e) {
      wrong.add(e.getMessage());
      return KilledRows.ABSENT;
    }
  }

  private void readNotes(long round) throws IOException {
    for (String line : Files.readAllLines(notes(round), US_ASCII)) {
      int blank = line.indexOf(' ');
      expected.observed(line.substring(0, blank), Long.parseLong(line.substring(blank + 1)));
    }
  }

  private void writeNotes(long round, Map<String, Long> found) throws IOException {
    List<String> lines = new ArrayList<>();
    for (String row : expected.open()) {
      lines.add(row + " " + found.getOrDefault(row, KilledRows.ABSENT));
    }
    Files.write(notes(round), lines, US_ASCII);
  }

  private Path notes(long round) {
    return acknowledgements.resolve(round + "-found.txt");
  }
}
