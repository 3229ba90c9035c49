package io.rowandb.systems.web.logs;

import io.rowandb.schema.pattern.Page;
import io.rowandb.systems.logs.LogLine;
import io.rowandb.systems.logs.LogQuery;
import io.rowandb.systems.logs.LogStore;
import io.rowandb.systems.web.WebException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Pages of answers, of which one that has long lines has fewer: a line may have 100,000 characters,
 * and many pages are in memory at once.
 */
final class LogAnswers {
  /** Lines that are read in one step; with the longest texts, 2,000,000 characters. */
  private static final int STEP = 20;

  /** No more lines are read for a page with so many characters. */
  private static final int ENOUGH_CHARS = 1_000_000;

  private LogAnswers() {}

  /**
   * A page.
   *
   * @param most lines
   * @param after the token of the page before
   */
  static Page<LogLine> page(OpenLogs logs, LogQuery question, int most, Optional<String> after)
      throws IOException {
    try {
      return logs.ask(store -> page(store, question, most, after));
    } catch (IllegalArgumentException e) {
      throw WebException.wrong(e.getMessage());
    }
  }

  private static Page<LogLine> page(
      LogStore logs, LogQuery question, int most, Optional<String> after) throws IOException {
    List<LogLine> lines = new ArrayList<>();
    Optional<String> next = after;
    long chars = 0;
    do {
      Page<LogLine> some = logs.page(question, Math.min(STEP, most - lines.size()), next);
      lines.addAll(some.records());
      chars += some.records().stream().mapToLong(LogAnswers::chars).sum();
      next = some.next();
    } while (next.isPresent() && lines.size() < most && chars < ENOUGH_CHARS);
    return new Page<>(lines, next);
  }

  private static long chars(LogLine line) {
    return line.record().text() == null ? 0 : line.record().text().length();
  }
}
