package io.rowandb.design.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.rowandb.design.check.FindingSeverity;
import io.rowandb.schema.key.Digest;
import io.rowandb.schema.key.Parts;
import io.rowandb.schema.table.TableDesign;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Events;

class CheckDesignTest {
  private static final String DESIGNS = "../examples/designs/";
  private static final String ROWS = DESIGNS + "calls.csv";

  record Call(String phone, Instant at, String callee, int seconds, int cents) {}

  static final TableDesign<Call> GOOD =
      TableDesign.of("calls", Call.class)
          .key(
              key ->
                  key.hash(Digest.md5(2), Call::phone)
                      .part(Call::phone)
                      .part(Call::at, Parts.descending(Parts.millis()))
                      .part(Call::callee))
          .family("c")
          .column(Call::seconds, "c:s")
          .column(Call::cents, "c:c")
          .build();

  static final TableDesign<Call> BAD =
      TableDesign.of("calls", Call.class)
          .key(key -> key.part(Call::at).part(Call::phone))
          .family("c")
          .column(Call::callee, "c:o")
          .column(Call::seconds, "c:s")
          .column(Call::cents, "c:c")
          .build();

  static class GoodField {
    @CheckDesign(
        sample = ROWS,
        failOn = FindingSeverity.HINT,
        identity = {"phone", "at", "callee"})
    static final TableDesign<Call> DESIGN = GOOD;

    @Test
    void runs() {}
  }

  static class BadField {
    @SuppressWarnings("UnusedVariable") // it is read by its annotation
    @CheckDesign(sample = ROWS)
    private static final TableDesign<Call> DESIGN = BAD;

    @Test
    void neverRuns() {}
  }

  static class BelowBadField extends BadField {
    @Test
    void neverRunsEither() {}
  }

  static class BelowBadClass extends BadClass {
    @Test
    void neverRunsEither() {}
  }

  @CheckDesign(of = "io.rowandb.design.junit.CheckDesignTest#BAD", identity = "callee")
  static class BadClass {
    @Test
    void neverRuns() {}
  }

  static class Methods {
    @Test
    @CheckDesign(design = DESIGNS + "calls.yaml", sample = ROWS)
    void good() {}

    @Test
    @CheckDesign(design = DESIGNS + "messages.yaml", sample = DESIGNS + "messages.jsonl")
    void goodJson() {}

    @Test
    @CheckDesign(design = DESIGNS + "calls-month-first.yaml", sample = ROWS)
    void bad() {}

    @Test
    void unchecked() {}
  }

  static class Wrong {
    @Test
    @CheckDesign
    void noDesign() {}

    @Test
    @CheckDesign(design = "no.yaml")
    void noFile() {}

    @Test
    @CheckDesign(of = "acme.No")
    void noClass() {}

    @Test
    @CheckDesign(of = "io.rowandb.design.junit.CheckDesignTest#GOOD", sample = "rows.txt")
    void noFormat() {}

    @Test
    @CheckDesign(of = "io.rowandb.design.junit.CheckDesignTest#GOOD", fields = "at")
    void noType() {}

    @Test
    @CheckDesign(design = DESIGNS + "calls.yaml", identity = "phone")
    void identityOfAFile() {}
  }

  static class WrongField {
    @CheckDesign(design = DESIGNS + "calls.yaml")
    static final TableDesign<Call> DESIGN = GOOD;

    @Test
    void neverRuns() {}
  }

  private static Events run(Class<?> type, boolean tests) {
    var results = EngineTestKit.engine("junit-jupiter").selectors(selectClass(type)).execute();
    return tests ? results.testEvents() : results.containerEvents();
  }

  private static List<String> failures(Class<?> type, boolean tests) {
    return run(type, tests).failed().stream()
        .map(
            each ->
                each.getPayload(org.junit.platform.engine.TestExecutionResult.class)
                    .orElseThrow()
                    .getThrowable()
                    .orElseThrow()
                    .getMessage())
        .toList();
  }

  @Test
  void aGoodDesignPasses() {
    run(GoodField.class, true).assertStatistics(all -> all.started(1).succeeded(1));
  }

  @Test
  void aBadFieldFailsItsClassWithTheFinding() {
    assertThat(failures(BadField.class, false))
        .singleElement()
        .satisfies(
            message ->
                assertThat(message)
                    .contains("BadField.DESIGN: the design of table calls", "ERROR hot-region: ")
                    .contains("evidence: ", "remedy: Put a hash", "{salt: 10}"));
    assertThat(run(BadField.class, true).started().count()).isZero();
  }

  @Test
  void aBadDesignThatAClassNamesFailsIt() {
    assertThat(failures(BadClass.class, false))
        .singleElement()
        .satisfies(
            message -> assertThat(message).contains("ERROR key-not-unique", "ERROR time-first"));
  }

  @Test
  void whatASuperclassHasIsCheckedToo() {
    assertThat(failures(BelowBadField.class, false))
        .singleElement()
        .satisfies(each -> assertThat(each).contains("BadField.DESIGN: ", "ERROR hot-region"));
    assertThat(failures(BelowBadClass.class, false))
        .singleElement()
        .satisfies(each -> assertThat(each).contains("BadClass: ", "ERROR time-first"));
  }

  @Test
  void methodsAreCheckedOneByOne() {
    run(Methods.class, true).assertStatistics(all -> all.succeeded(3).failed(1));
    assertThat(failures(Methods.class, true)).first().asString().contains("Methods.bad: ");
  }

  @Test
  void whatCannotBeCheckedFails() {
    assertThat(failures(Wrong.class, true))
        .hasSize(6)
        .anyMatch(each -> each.contains("either design, a file, or of, a class"))
        .anyMatch(each -> each.contains("no.yaml: there is no such file"))
        .anyMatch(each -> each.contains("there is no class acme.No"))
        .anyMatch(each -> each.contains("rows.txt"))
        .anyMatch(each -> each.contains("\"at\" should be like"))
        .anyMatch(each -> each.contains("a file says them itself"));
    assertThat(failures(WrongField.class, false))
        .singleElement()
        .satisfies(each -> assertThat(each).contains("the field is the design"));
  }
}
