package io.rowandb.engine.io;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A file in memory is read up to its size while it gets another page. */
@JCStressTest
@Description("Bytes below the size that a reader sees are there.")
@Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "before both writes")
@Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "between them")
@Outcome(id = "2, 2", expect = ACCEPTABLE, desc = "after both, on either page")
@State
public class GrowingFileStress {
  private static final int PAGE = 64 << 10;
  private static final byte[] START = new byte[PAGE - 1];
  private static final byte[] ONE = {1};

  private final MemoryFile file = new MemoryFile();

  /** One byte is free in the first page. */
  public GrowingFileStress() {
    file.append(START, 0, START.length);
  }

  /** Writes the last byte of a page and the first of the next. */
  @Actor
  public void writer() {
    file.append(ONE, 0, 1);
    file.append(ONE, 0, 1);
  }

  /** The size above the start, and how many of the bytes below it are right. */
  @Actor
  public void reader(II_Result r) {
    int length = (int) file.size() - START.length;
    byte[] bytes = new byte[2];
    file.read(START.length, bytes, 0, length);
    r.r1 = length;
    r.r2 = bytes[0] + bytes[1];
  }
}
