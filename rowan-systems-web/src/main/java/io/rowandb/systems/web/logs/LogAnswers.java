package io.rowandb.systems.web.logs;

import io.rowandb.schema.pattern.Page;
import io.rowandb.systems.logs.LogLine;
import io.rowandb.systems.logs.LogQuery;
import io.rowandb.systems.web.WebException;
import java.io.IOException;
import java.util.Optional;

/**
 * Pages of answers, of which one that has long lines has fewer: a line may have 100,000 characters,
 * and many pages are in memory at once.
 */
final class LogAnswers {
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
      return logs.ask(store -> store.shortPage(question, most, after));
    } catch (IllegalArgumentException e) {
      throw WebException.wrong(e.getMessage());
    }
  }
}
