package io.rowandb.engine.compaction;

import io.rowandb.engine.compaction.CompactionPolicy.Wish;
import io.rowandb.engine.scan.VersionRules;
import io.rowandb.engine.scenario.Command;
import io.rowandb.engine.scenario.Scenario;
import io.rowandb.engine.scenario.Scenarios;
import java.io.IOException;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

/** Which files each policy chooses, of stores that are written down file by file. */
class CompactionScenariosTest {
  @TestFactory
  Stream<DynamicNode> choices() throws IOException {
    return Scenarios.of("compaction", () -> CompactionScenariosTest::choose);
  }

  private static String choose(Scenario scenario) {
    Command command = scenario.command();
    CompactionPolicy policy = policy(command);
    long now = command.number("now", 0);
    long ttl = command.number("ttl", VersionRules.FOREVER);
    VersionRules rules = new VersionRules(1, 0, ttl, VersionRules.KeepDeletedCells.FALSE, false, 0);
    Wish wish = command.has("major") ? Wish.MAJOR : Wish.AS_NEEDED;
    List<StoreFileSummary> files = new ArrayList<>();
    for (String line : scenario.input()) {
      files.add(file(Command.parse(line)));
    }
    CompactionSelection chosen = policy.select(files, wish, rules.oldestLiving(now), now);
    return chosen.isEmpty() ? "nothing" : text(chosen, files);
  }

  private static CompactionPolicy policy(Command command) {
    CompactionSettings settings = settings(command);
    return switch (command.name()) {
      case "exploring" -> new ExploringCompactionPolicy(settings);
      case "ratio" -> new RatioBasedCompactionPolicy(settings);
      case "tiered" -> new DateTieredCompactionPolicy(settings, tiers(command));
      default -> throw new IllegalArgumentException("no policy is named " + command.name());
    };
  }

  private static CompactionSettings settings(Command command) {
    double ratio = Double.parseDouble(command.text("ratio", "1.2"));
    return new CompactionSettings(
        (int) command.number("min", 3),
        (int) command.number("max", 10),
        ratio,
        command.number("min-bytes", 0),
        command.number("max-bytes", Long.MAX_VALUE),
        (int) command.number("blocking", 16),
        command.number("period", 0),
        Double.parseDouble(command.text("jitter", "0")),
        Long.MAX_VALUE,
        offPeak(command));
  }

  private static OffPeakSettings offPeak(Command command) {
    String hours = command.text("off-peak", null);
    if (hours == null) {
      return OffPeakSettings.NEVER;
    }
    int dots = hours.indexOf("..");
    return new OffPeakSettings(
        new OffPeakHours(
            Integer.parseInt(hours.substring(0, dots)),
            Integer.parseInt(hours.substring(dots + 2)),
            ZoneOffset.UTC),
        Double.parseDouble(command.text("off-peak-ratio", "5")),
        command.number("off-peak-max-bytes", Long.MAX_VALUE));
  }

  private static DateTieredSettings tiers(Command command) {
    return new DateTieredSettings(
        command.number("max-age", Long.MAX_VALUE),
        (int) command.number("incoming-min", 6),
        !command.has("divided"),
        command.number("window", Command.number("6h")),
        (int) command.number("per-tier", 4),
        command.number("max-tier-age", Long.MAX_VALUE));
  }

  private static StoreFileSummary file(Command line) {
    String[] times = line.text("times", "0").split("\\.\\.", -1);
    StoreFileSummary file =
        new StoreFileSummary(
            line.name(),
            Command.number(line.word(0)),
            line.number("created", 0),
            Command.number(times[0]),
            Command.number(times[times.length - 1]),
            line.has("major"),
            line.has("reference"),
            line.has("kept"));
    line.requireUsed();
    return file;
  }

  private static String text(CompactionSelection chosen, List<StoreFileSummary> files) {
    String names =
        chosen.of(files).stream().map(StoreFileSummary::name).collect(Collectors.joining(" "));
    String all = chosen.allFiles() ? names + " (all files)" : names;
    return chosen.boundaries().isEmpty() ? all : all + "\ndivided at " + hours(chosen.boundaries());
  }

  private static String hours(List<Long> timestamps) {
    long hour = Command.number("1h");
    return timestamps.stream()
        .map(time -> time % hour == 0 ? time / hour + "h" : time.toString())
        .collect(Collectors.joining(" "));
  }
}
