package io.rowandb.engine.care;

import io.rowandb.engine.io.Finding;
import io.rowandb.engine.settings.DatabaseOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Checks a database that has just been closed, for tests: whatever it did, its files must be whole.
 */
public final class ClosedStoreCheck {
  private ClosedStoreCheck() {}

  /**
   * Fails when something is wrong with what is on disk.
   *
   * @param mayLeaveFiles whether files that nothing lists are right: something holds them, or broke
   *     off
   */
  public static void run(DatabaseOptions options, boolean mayLeaveFiles) throws IOException {
    List<Finding> faults = new ArrayList<>();
    DatabaseCheck check =
        new DatabaseCheck(
            options.fileSystem(),
            options.directory(),
            finding -> {
              boolean error = finding.severity() == Finding.Severity.ERROR;
              if (error || (finding.isFault() && !mayLeaveFiles)) {
                faults.add(finding);
              }
            });
    check.check();
    if (!faults.isEmpty()) {
      throw new IOException("The check of the closed database found " + faults);
    }
    if (!mayLeaveFiles && !check.files().unlisted().isEmpty()) {
      throw new IOException(
          "The check of the closed database found files that nothing lists: "
              + check.files().unlisted());
    }
  }
}
