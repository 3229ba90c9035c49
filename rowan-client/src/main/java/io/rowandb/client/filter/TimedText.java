package io.rowandb.client.filter;

/** A text that is matched no longer than a filter may work. */
final class TimedText implements CharSequence {
  private final String text;
  private final FilterTime time;

  TimedText(String text, FilterTime time) {
    this.text = text;
    this.time = time;
  }

  @Override
  public int length() {
    return text.length();
  }

  @Override
  public char charAt(int index) {
    time.step();
    return text.charAt(index);
  }

  @Override
  public CharSequence subSequence(int start, int end) {
    return new TimedText(text.substring(start, end), time);
  }

  @Override
  public String toString() {
    return text;
  }
}
