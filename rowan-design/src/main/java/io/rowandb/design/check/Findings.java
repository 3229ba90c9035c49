package io.rowandb.design.check;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Findings as they come; the list that leaves is sorted, the worst first. */
final class Findings {
  private final List<DesignFinding> all = new ArrayList<>();

  void add(DesignFinding finding) {
    all.add(finding);
  }

  List<DesignFinding> sorted() {
    return all.stream()
        .sorted(
            Comparator.comparing(DesignFinding::severity)
                .thenComparing(Comparator.comparingDouble(DesignFinding::weight).reversed())
                .thenComparing(DesignFinding::kind))
        .toList();
  }
}
