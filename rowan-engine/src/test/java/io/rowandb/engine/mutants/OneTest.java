package io.rowandb.engine.mutants;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/**
 * The program that runs one test class, or {@code class#method}; exit code 0 when its tests passed,
 * {@value #FAILED} when one failed.
 */
final class OneTest {
  static final int FAILED = 9;

  private OneTest() {}

  public static void main(String[] args) {
    SummaryGeneratingListener listener = new SummaryGeneratingListener();
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(
                args[0].contains("#")
                    ? DiscoverySelectors.selectMethod(args[0])
                    : DiscoverySelectors.selectClass(args[0]))
            .build();
    LauncherFactory.create().execute(request, listener);
    TestExecutionSummary summary = listener.getSummary();
    summary.printFailuresTo(new PrintWriter(System.out, true, StandardCharsets.UTF_8), 3);
    if (summary.getTestsSucceededCount() + summary.getTestsFailedCount() == 0) {
      throw new IllegalStateException("No test was run: " + args[0]);
    }
    System.exit(summary.getTotalFailureCount() > 0 ? FAILED : 0);
  }
}
