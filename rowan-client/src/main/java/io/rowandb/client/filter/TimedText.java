package io.rowandb.client.filter;

/**
 * A text that aborts a match when the filter's time is over: each character read counts as some
 * steps.
 */
final class TimedText implements CharSequence {
  private final String text;
  private final FilterTime time;
  private final int steps;

  TimedText(String text, FilterTime time, int steps) {
    this.text = text;
    this.time = time;
    this.steps = steps;
  }

  @Override
  public int length() {
    return text.length();
  }

  @Override
  public char charAt(int index) {
    time.steps(steps);
    return text.charAt(index);
  }

  @Override
  public CharSequence subSequence(int start, int end) {
    return new TimedText(text.substring(start, end), time, steps);
  }

  @Override
  public String toString() {
    return text;
  }
}
