package io.rowandb.design.check;

import io.rowandb.design.plan.PlanException;
import io.rowandb.design.plan.PlannedPattern;
import io.rowandb.design.plan.TablePlan;
import io.rowandb.design.sample.SampleFile;
import io.rowandb.design.sample.SampleSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Checks a plan, alone or with a sample of its rows. One thread. */
public final class DesignCheck {
  private DesignCheck() {}

  /**
   * Checks a plan.
   *
   * @param sample the rows, in the order of arrival; empty for reasoning alone
   * @param now milliseconds since 1970
   * @throws PlanException when the sample lacks a field that the plan names
   * @throws IOException when the sample cannot be read
   */
  public static DesignReport run(TablePlan plan, Optional<SampleSpec> sample, long now)
      throws IOException {
    if (sample.isEmpty()) {
      return report(new Checked(plan, null), 0, List.of());
    }
    SampleFacts facts;
    long bad;
    List<String> firstBad;
    try (SampleFile file = SampleFile.open(sample.get())) {
      facts = SampleRun.run(plan, file, sample.get().limit(), now);
      bad = file.bad().count();
      firstBad = file.bad().first();
    }
    if (facts.rows == 0) {
      throw new PlanException(sample.get().file() + " has no row");
    }
    readExamples(plan, sample.get(), facts);
    return report(new Checked(plan, facts), bad, firstBad);
  }

  private static DesignReport report(Checked checked, long bad, List<String> firstBad) {
    KeyLint.check(checked);
    NumberLint.check(checked);
    TimeLint.check(checked);
    ValueLint.check(checked);
    LeftRowLint.check(checked);
    SkewLint.check(checked);
    WideRowLint.check(checked);
    PatternLint.check(checked);
    ScanBoundsLint.check(checked);
    SplitLint.check(checked);
    FamilyLint.check(checked);
    SizeLint.check(checked);
    List<DesignReport.Answer> answers = new ArrayList<>();
    for (PlannedPattern each : checked.plan.patterns()) {
      answers.add(
          new DesignReport.Answer(each.name(), PatternPath.of(checked.plan, each).describe()));
    }
    SampleFacts facts = checked.facts;
    return new DesignReport(
        checked.plan.table(),
        facts == null ? 0 : facts.rows,
        bad,
        firstBad,
        facts == null ? 0 : facts.meanKeyBytes(),
        facts == null ? 0 : facts.bytesARow(checked.plan),
        answers,
        checked.findings.sorted());
  }

  /** Reads the rows again that overwrote others, as only their numbers were kept. */
  private static void readExamples(TablePlan plan, SampleSpec sample, SampleFacts facts)
      throws IOException {
    Map<Long, String[]> wanted = new TreeMap<>();
    for (OverwrittenPairs pairs : List.of(facts.lostPairs, facts.equalPairs)) {
      for (long[] pair : pairs.rows) {
        wanted.put(pair[0], null);
        wanted.put(pair[1], null);
      }
    }
    if (wanted.isEmpty()) {
      return;
    }
    long last = wanted.keySet().stream().mapToLong(each -> each).max().orElse(0);
    try (SampleFile file = SampleFile.open(sample)) {
      for (long i = 0; i <= last; i++) {
        String[] row = file.next();
        if (wanted.containsKey(i)) {
          wanted.put(i, row);
        }
      }
    }
    List<String> inKey =
        plan.key().stream().flatMap(part -> part.fields().stream()).distinct().toList();
    facts.lostPairs.rows.forEach(
        pair -> facts.lostPairs.texts.add(example(inKey, facts, pair, wanted)));
    List<String> inCell =
        Stream.concat(inKey.stream(), Stream.of(plan.versionField())).distinct().toList();
    facts.equalPairs.rows.forEach(
        pair -> facts.equalPairs.texts.add(example(inCell, facts, pair, wanted)));
  }

  private static String example(
      List<String> alike, SampleFacts facts, long[] pair, Map<Long, String[]> rows) {
    String[] first = rows.get(pair[0]);
    String[] second = rows.get(pair[1]);
    StringBuilder text = new StringBuilder();
    text.append("rows ").append(pair[0] + 1).append(" and ").append(pair[1] + 1).append(" (");
    for (String field : alike) {
      int place = facts.place(field);
      text.append(field).append(' ').append(Say.quoted(second[place])).append(", ");
    }
    return text + difference(facts, alike, first, second) + ")";
  }

  private static String difference(
      SampleFacts facts, List<String> alike, String[] first, String[] second) {
    for (int i = 0; i < first.length; i++) {
      if (!first[i].equals(second[i]) && !alike.contains(facts.fields.get(i))) {
        return facts.fields.get(i) + " " + Say.quoted(first[i]) + " and " + Say.quoted(second[i]);
      }
    }
    return "which differ in " + String.join(", ", facts.fields);
  }
}
