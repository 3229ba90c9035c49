package io.rowandb.hbasetests;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.launcher.PostDiscoveryFilter;

/**
 * Leaves out the tests that {@link TestLists} excludes at the door of this run; found by JUnit as a
 * service. Surefire cannot do it: it knows no name of a test that shares it with another method.
 */
public final class ExcludedTests implements PostDiscoveryFilter {
  /** The end of a JUnit 4 test's id: its method, perhaps with parameters, and its class. */
  private static final Pattern TEST = Pattern.compile("([^\\[(]+).*\\(([^()]+)\\)");

  private final Set<String> excluded;

  /** For the door that the system property names; without it nothing is left out. */
  public ExcludedTests() {
    String door = System.getProperty("rowan.test.door");
    this.excluded =
        door == null
            ? Set.of()
            : TestLists.excludedTests(Door.valueOf(door.toUpperCase(Locale.ROOT))).keySet();
  }

  @Override
  public FilterResult apply(TestDescriptor test) {
    String id = test.getUniqueId().getLastSegment().getValue();
    Matcher name = TEST.matcher(id);
    return FilterResult.includedIf(
        !name.lookingAt() || !excluded.contains(name.group(2) + "#" + name.group(1)));
  }
}
