package io.rowandb.design.live;

import io.rowandb.design.check.DesignCheck;
import io.rowandb.design.check.DesignFinding;
import io.rowandb.design.check.DesignReport;
import io.rowandb.design.plan.TablePlan;
import io.rowandb.design.sample.SampleFormat;
import io.rowandb.design.sample.SampleSpec;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Rows of a table as a sample: a temporary file until this is closed. It has the fields of the
 * keys, and letters in the place of values. One thread.
 */
public final class LiveSample implements Closeable {
  private final TablePlan plan;
  private final Optional<Path> file;
  private final List<DesignFinding> findings;

  private LiveSample(TablePlan plan, Optional<Path> file, List<DesignFinding> findings) {
    this.plan = plan;
    this.file = file;
    this.findings = List.copyOf(findings);
  }

  static LiveSample of(LiveRows rows, List<byte[]> splitKeys, List<DesignFinding> findings)
      throws IOException {
    TablePlan plan = rows.plan(splitKeys);
    if (rows.isEmpty()) {
      return new LiveSample(plan, Optional.empty(), findings);
    }
    LiveSample made =
        new LiveSample(plan, Optional.of(Files.createTempFile("rowan-design-", ".csv")), findings);
    try {
      rows.write(made.file.get());
      return made;
    } catch (IOException | RuntimeException e) {
      made.close();
      throw e;
    }
  }

  /** The plan, with the columns that rows have and the regions that there are. */
  public TablePlan plan() {
    return plan;
  }

  /** The rows; empty when none could be read. */
  public Optional<SampleSpec> sample() {
    return file.map(
        each -> new SampleSpec(each, SampleFormat.CSV, List.of(), Long.MAX_VALUE, /* maxBad= */ 0));
  }

  /** What the table and its rows have against its design; the check of the plan is apart. */
  public List<DesignFinding> findings() {
    return findings;
  }

  /**
   * Checks the table by these rows, or by reasoning alone where there is none.
   *
   * @param now milliseconds since 1970
   */
  public DesignReport check(long now) throws IOException {
    return DesignCheck.run(plan, sample(), now).with(findings);
  }

  @Override
  public void close() throws IOException {
    if (file.isPresent()) {
      Files.deleteIfExists(file.get());
    }
  }
}
