package io.rowandb.testkit.crash;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What must be in the table by all {@link AckFile}s so far. Files are read in the order of their
 * rounds, and between two rounds {@link #observed} says what of the unfinished writes came through.
 *
 * <ol>
 *   <li>A row has the number acknowledged last, or that of the one write under way at the kill.
 *   <li>A bulk load that was acknowledged is there with all its rows; of one under way at the kill
 *       each of the {@link LoadParts} came through or did not.
 *   <li>A counter is at least what was acknowledged, and at most what was tried; no two threads got
 *       the same answer.
 * </ol>
 */
final class ExpectedRows {
  private final Map<String, Long> certain = new HashMap<>();
  private final Map<String, Long> possible = new HashMap<>();
  private final LoadParts loadUnderWay = new LoadParts();
  private final Map<String, Set<Long>> answers = new HashMap<>();
  private final Map<String, Long> certainCount = new HashMap<>();
  private final Map<String, Long> unanswered = new HashMap<>();
  private long acknowledgements;
  private long loads;

  /** Acknowledgements read. */
  long acknowledgements() {
    return acknowledgements;
  }

  /** How many of them are of bulk loads. */
  long loads() {
    return loads;
  }

  /** Rows that were ever tried, and counters. */
  Set<String> rows() {
    Set<String> rows = new HashSet<>(certain.keySet());
    rows.addAll(possible.keySet());
    rows.addAll(certainCount.keySet());
    rows.addAll(unanswered.keySet());
    return rows;
  }

  /** Takes what a thread wrote down; a line without its end does not count. */
  void read(Path ackFile) throws IOException {
    String text = Files.readString(ackFile, StandardCharsets.US_ASCII);
    String tried = "";
    for (String line : text.substring(0, text.lastIndexOf('\n') + 1).lines().toList()) {
      if (line.startsWith(AckFile.ACKNOWLEDGED)) {
        acknowledge(tried, line);
        tried = "";
      } else {
        tried = line;
      }
    }
    leaveOpen(tried);
  }

  /** Why {@code number} is wrong for a row or counter, or null. */
  String whyWrong(String row, long number) {
    if (KilledRows.isCounter(row)) {
      long least = certainCount.getOrDefault(row, 0L);
      long most = least + unanswered.getOrDefault(row, 0L);
      return number >= least && number <= most
          ? null
          : "counter " + row + " is " + number + ", not from " + least + " to " + most;
    }
    Long open = possible.get(row);
    long expected = certain.getOrDefault(row, KilledRows.ABSENT);
    return number == expected || (open != null && number == open)
        ? null
        : "row " + row + " has " + number + ", not " + expected + (open == null ? "" : "/" + open);
  }

  /** The bulk load that was under way at the last kill. */
  LoadParts loadUnderWay() {
    return loadUnderWay;
  }

  /** What of it came through in half. */
  List<String> halves(Map<String, Long> found) {
    return loadUnderWay.halves(certain, found);
  }

  /** After a kill this was found; from now on it must stay. */
  void observed(String row, long number) {
    if (KilledRows.isCounter(row)) {
      certainCount.put(row, number);
      unanswered.remove(row);
    } else {
      certain.put(row, number);
      possible.remove(row);
      loadUnderWay.settled(row);
    }
  }

  /** The rows and counters with a write that may have come through or not. */
  Set<String> open() {
    Set<String> open = new HashSet<>(possible.keySet());
    open.addAll(unanswered.keySet());
    return open;
  }

  private void acknowledge(String tried, String line) {
    acknowledgements++;
    if (tried.startsWith(AckFile.INCREMENT)) {
      String counter = tried.substring(AckFile.INCREMENT.length());
      long answer = Long.parseLong(line.substring(AckFile.ACKNOWLEDGED.length() + 1));
      if (!answers.computeIfAbsent(counter, key -> new HashSet<>()).add(answer)) {
        throw new IllegalStateException("counter " + counter + " gave " + answer + " twice");
      }
      certainCount.merge(counter, 1L, Long::sum);
    } else {
      loads += tried.startsWith(AckFile.LOAD) ? 1 : 0;
      parts(tried).forEach(certain::putAll);
    }
  }

  private void leaveOpen(String tried) {
    if (tried.startsWith(AckFile.INCREMENT)) {
      unanswered.merge(tried.substring(AckFile.INCREMENT.length()), 1L, Long::sum);
    } else if (!tried.isEmpty()) {
      parts(tried).forEach(possible::putAll);
      if (tried.startsWith(AckFile.LOAD)) {
        parts(tried).forEach(loadUnderWay::add);
      }
    }
  }

  /** The changes of a line, by bars. */
  private static List<Map<String, Long>> parts(String tried) {
    List<String> words = List.of(tried.split(" ", -1));
    long number = Long.parseLong(words.get(1));
    List<Map<String, Long>> parts = new ArrayList<>();
    Map<String, Long> part = new HashMap<>();
    for (String word : words.subList(2, words.size())) {
      if (word.equals(AckFile.BAR)) {
        parts.add(part);
        part = new HashMap<>();
      } else {
        RowChange change = RowChange.parse(word);
        part.put(change.row(), change.isPut() ? number : KilledRows.ABSENT);
      }
    }
    parts.add(part);
    return parts;
  }
}
