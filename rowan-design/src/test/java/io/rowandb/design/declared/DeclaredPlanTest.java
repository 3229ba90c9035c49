package io.rowandb.design.declared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.design.check.DesignCheck;
import io.rowandb.design.check.DesignReport;
import io.rowandb.design.check.FindingKind;
import io.rowandb.design.key.PlannedKey;
import io.rowandb.design.plan.FieldType;
import io.rowandb.design.plan.TablePlan;
import io.rowandb.design.sample.SampleSpec;
import io.rowandb.schema.key.Digest;
import io.rowandb.schema.key.Parts;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeclaredPlanTest {
  private record Call(String phone, Instant at, String callee, int seconds) {}

  private static final TableDesign<Call> GOOD =
      TableDesign.of("calls", Call.class)
          .key(
              key ->
                  key.hash(Digest.md5(2), Call::phone)
                      .part(Call::phone)
                      .part(Call::at, Parts.descending(Parts.millis()))
                      .part(Call::callee))
          .family("c")
          .column(Call::seconds, "c:s")
          .answers("calls of a phone", ask -> ask.value(Call::phone).order(Call::at))
          .build();

  private static final TableDesign<Call> BY_TIME =
      TableDesign.of("calls", Call.class)
          .key(key -> key.part(Call::at).part(Call::phone))
          .family("c")
          .column(Call::callee, "c:callee")
          .column(Call::seconds, "c:s")
          .answers("all of an hour", ask -> ask.range(Call::at))
          .build();

  /** Forms whose bytes do not depend on the text alone. */
  private record Odd(
      long id, int rank, UUID uuid, LocalDate day, boolean flag, double weight, byte[] raw) {}

  private static final TableDesign<Odd> ODD =
      TableDesign.of("odd", Odd.class)
          .key(
              key ->
                  key.part(Odd::id, Parts.signed(8))
                      .literal("/")
                      .part(Odd::rank, Parts.descending(Parts.int32()))
                      .part(Odd::uuid)
                      .part(Odd::day)
                      .part(Odd::flag)
                      .part(Odd::weight)
                      .part(Odd::raw, Parts.bytesToEnd()))
          .family("c")
          .build();

  @TempDir private Path directory;

  private static TablePlan plan(TableDesign<?> design, Map<String, FieldType> types) {
    return DeclaredPlan.of(design, DeclaredPlan.types(design, types), List.of());
  }

  private DesignReport check(TablePlan plan) throws IOException {
    List<String> lines = new ArrayList<>(List.of("phone,at,callee,seconds"));
    for (int i = 0; i < 3000; i++) {
      lines.add("138" + i % 211 + "," + (1_400_000_000_000L + i * 60_000L) + ",9" + i % 97 + ",5");
    }
    Path file = Files.write(directory.resolve("rows.csv"), lines);
    return DesignCheck.run(plan, Optional.of(SampleSpec.of(file)), 1_500_000_000_000L);
  }

  @Test
  void aGoodDesignHasNoFinding() throws IOException {
    DesignReport report = check(plan(GOOD, Map.of()));
    assertThat(report.findings()).isEmpty();
    assertThat(report.rows()).isEqualTo(3000);
    assertThat(report.answers())
        .singleElement()
        .satisfies(answer -> assertThat(answer.path()).isEqualTo("a scan by phone"));
  }

  @Test
  void timeFirstIsHot() throws IOException {
    assertThat(check(plan(BY_TIME, Map.of())).findings())
        .first()
        .satisfies(each -> assertThat(each.kind()).isEqualTo(FindingKind.HOT_REGION));
    assertThat(DesignCheck.run(plan(BY_TIME, Map.of()), Optional.empty(), 0).findings())
        .extracting(each -> each.kind())
        .contains(FindingKind.TIME_FIRST);
  }

  /** The keys of the plan are those that the program writes. */
  @Test
  void keysAreThoseOfTheDesign() {
    Odd odd =
        new Odd(
            -7,
            42,
            UUID.fromString("00000000-0000-0001-8000-000000000002"),
            LocalDate.of(2024, 2, 29),
            true,
            -1.5,
            new byte[] {0, (byte) 0xFF, 'a'});
    TablePlan plan = plan(ODD, Map.of("day", FieldType.parse("time yyyyMMdd")));
    List<String> fields = List.of("id", "rank", "uuid", "day", "flag", "weight", "raw");
    PlannedKey key = new PlannedKey(plan, fields::indexOf);
    String[] row = {"-7", "42", odd.uuid().toString(), "20240229", "true", "-1.5", "\\x00\\xFFa"};
    assertThat(key.write(row)).isTrue();
    assertThat(key.copy()).isEqualTo(ODD.key().encode(odd));
    assertThat(plan.key().get(0).width()).isEqualTo(8);
    row[1] = "forty";
    assertThat(key.write(row)).isFalse();
    assertThat(key.fault().reason()).contains("no form");
  }

  @Test
  void whatIsNoFieldIsRefused() {
    assertThatThrownBy(() -> plan(GOOD, Map.of("fone", FieldType.TEXT)))
        .hasMessageContaining("\"fone\" is no field of Call; those are [phone, at")
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> DeclaredPlan.of(GOOD, Map.of(), List.of("fone")))
        .hasMessageContaining("fone")
        .isInstanceOf(IllegalArgumentException.class);
  }
}
