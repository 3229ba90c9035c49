package io.rowandb.design.sample;

import java.util.ArrayList;
import java.util.List;

/** Lines of a sample that are no rows: how many, and the first ones with what is wrong. */
public final class BadLines {
  private static final int SHOWN = 5;

  private final long most;
  private final List<String> first = new ArrayList<>();
  private long count;

  BadLines(long most) {
    this.most = most;
  }

  void add(String file, long line, String reason) throws SampleException {
    count++;
    if (first.size() < SHOWN) {
      first.add("line " + line + ": " + reason);
    }
    if (count > most) {
      throw new SampleException(
          file
              + ", line "
              + line
              + ": "
              + reason
              + "; more than "
              + most
              + " lines are no rows. Is it the right format? More are borne with --max-bad");
    }
  }

  /** How many there are. */
  public long count() {
    return count;
  }

  /** The first ones, for people. */
  public List<String> first() {
    return List.copyOf(first);
  }
}
