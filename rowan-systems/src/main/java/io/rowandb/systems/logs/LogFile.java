package io.rowandb.systems.logs;

/**
 * A file that lines are from.
 *
 * @param id its number, 0 or more
 * @param title what people call it, 1 to 500 characters
 */
public record LogFile(int id, String title) {
  private static final int MOST_CHARS = 500;

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException when one is out of range
   */
  public LogFile {
    if (id < 0) {
      throw new IllegalArgumentException("id " + id + ": 0 or more");
    }
    if (title.isEmpty() || title.length() > MOST_CHARS) {
      throw new IllegalArgumentException(
          "title has " + title.length() + " characters, not 1 to " + MOST_CHARS);
    }
  }
}
