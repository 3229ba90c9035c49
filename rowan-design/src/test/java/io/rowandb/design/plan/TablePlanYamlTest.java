package io.rowandb.design.plan;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TablePlanYamlTest {
  private static final String PLAN =
      """
      table: t
      rows: 1_500 thousand
      writes-per-second: 2000
      fields:
        at: time yyyy-MM-dd HH:mm:ss
        n: number
      identity: [user, at]
      key:
        - {salt: 16, by: user}
        - {hash: [user, n], bytes: 3, function: murmur3, as: hex}
        - {text: user, length: 20, reversed: true}
        - "#"
        - {time: at, as: seconds, descending: true}
        - {long: n}
      families:
        d: {versions: 2, min-versions: 1, ttl: 12 hours, bloom: rowcol, block-size: 8 KB}
        e:
      columns:
        - {field: a, family: d, name: x, type: double}
        - {named-by: user, family: e}
      version: at
      splits: ["1", "2"]
      load: bulk
      arrival: file
      patterns:
        - {name: p, equal: user, range: at, order: at descending, limit: 10, per-second: 0.5,
           versions: 2, columns: [a], back: 2 years}
      cluster: {servers: 3, heap: 8 GB, disk: 2 TB}
      """;

  /** Checks compare each with each, and would go on for hours. */
  @Test
  void listsHaveTheirEnd() throws PlanException {
    StringBuilder yaml =
        new StringBuilder("table: t\nkey: [{text: u}]\nfamilies: {d: {}}\ncolumns:\n");
    for (int i = 0; i < 1000; i++) {
      yaml.append("  - {field: n, name: n").append(i).append("}\n");
    }
    assertThat(TablePlanYaml.parse("p", yaml.toString()).columns()).hasSize(1000);
    String longer = yaml + "  - {field: n, name: n}\n";
    assertThatThrownBy(() -> TablePlanYaml.parse("p", longer))
        .hasMessage("p, line 5: \"columns\" has 1001 members: 1000 at most");
    String part = "\n  - {text: u}";
    assertThatThrownBy(() -> TablePlanYaml.parse("p", "table: t\nkey:" + part.repeat(1001)))
        .hasMessageContaining("\"key\" has 1001 members");
  }

  @Test
  void everyEntryIsRead() throws PlanException {
    TablePlan plan = TablePlanYaml.parse("p", PLAN);
    assertThat(plan.rows()).isEqualTo(1_500_000);
    assertThat(plan.key().stream().map(PlannedPart::describe))
        .containsExactly(
            "salt of 16 buckets by user",
            "hash of user, n, 3 bytes as hex",
            "text user of 20 reversed",
            "\"#\"",
            "time at as seconds descending",
            "long n");
    assertThat(plan.key().stream().map(PlannedPart::width)).containsExactly(1, 6, 20, 1, 4, 8);
    assertThat(plan.families().get(0).ttl()).contains(Duration.ofHours(12));
    assertThat(plan.families().get(0).blockBytes()).isEqualTo(8192);
    assertThat(plan.families().get(1)).isEqualTo(PlannedFamily.of("e"));
    assertThat(plan.columns().stream().map(PlannedColumn::describe))
        .containsExactly("d:x", "e:<user>");
    assertThat(plan.splits()).isEqualTo(new PlannedSplits(List.of("1", "2"), 3));
    assertThat(plan.arrivalField()).isEmpty();
    assertThat(plan.cluster()).isEqualTo(new PlannedCluster(3, 8L << 30, 2L << 40));
    PlannedPattern pattern = plan.patterns().get(0);
    assertThat(pattern.isDescending()).isTrue();
    assertThat(pattern.order()).isEqualTo("at");
    assertThat(pattern.perSecond()).isEqualTo(0.5);
    assertThat(pattern.back()).contains(Duration.ofDays(730));
    assertThat(plan.type("at").millis("1970-01-02 00:00:01")).hasValue(86_401_000);
  }

  /** What is changed, what it is changed to, and what the error says. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "table: t->tabel: t|line 1: \"tabel\" is no entry of a design",
        "table: t->table: [t]|line 1: \"table\" should be one text",
        "versions: 2, min->versions: 0, min|line 16: versions: \"0\": this should be 1 to",
        "ttl: 12 hours->ttl: 12|line 16: ttl: \"12\": this should be a length of time",
        "bloom: rowcol->bloom: col|line 16: bloom: \"col\": this should be one of none, row, rowcol",
        "salt: 16->salt: 1|line 9: salt: \"1\": this should be 2 to 256",
        "bytes: 3->bytes: 5|line 10: bytes: \"5\": this should be 1 to 4",
        "function: murmur3->function: crc|line 10: function: \"crc\"",
        "{time: at, as: seconds->{time: user, as: seconds|line 13: time: \"user\" is no time yet",
        "as: seconds->as: jj|line 13: as: \"jj\"",
        "\"#\"->\"\"|line 12: a text between the parts of the key is empty",
        "{long: n}->{real: n}|line 14: a part of the key is a text in quotes",
        "{long: n}->{long: n, length: 3}|line 14: \"length\" is no entry of this part",
        "{long: n}->{digits: n}|line 14: digits: \"n\" needs a length",
        "family: d, name: x->family: z, name: x|line 19: family: \"z\" is no family",
        "{named-by: user->{named-by: user, name: y|line 20: a column has \"name\" or \"named-by\"",
        "type: double->type: decimal|line 19: type: \"decimal\"",
        "version: at->version: n|line 21: version: \"n\" is no time yet",
        "[\"1\", \"2\"]->[\"2\", \"1\"]|line 22: \"splits\" should be in their order",
        "[\"1\", \"2\"]->[\"\"]|line 22: \"splits\" should be in their order, none empty, none twice: \"\"",
        "load: bulk->regions: 3|line 23: \"regions\" and \"splits\" say the same",
        "load: bulk->load: fast|line 23: load: \"fast\": this should be puts or bulk",
        "name: p, ->|line 26: a pattern needs \"name\"",
        "limit: 10->limit: ten|line 26: limit: \"ten\": this should be a number",
        "limit: 10->start: a|\"start\" and \"stop\" go together",
        "servers: 3->servers: 0|line 28: servers: \"0\"",
        "heap: 8 GB->heap: 99999999999 TB|heap: \"99999999999 TB\"",
        "heap: 8 GB->heap: 0|line 28: heap: \"0\": this should be 1 MB or more",
        "rows: 1_500 thousand->rows: 2000000 billion|line 2: rows: \"2000000 billion\": this should be 1,000,000,000,000,000 at most",
        "second: 2000->second: 200 billion|line 3: writes-per-second: \"200 billion\": this should be 100,000,000,000 at most",
        "per-second: 0.5->per-second: 999999999999.5|line 26: per-second: \"999999999999.5\": this should be 100,000,000,000 at most",
        "table: t->table: a b/c|line 1: table: \"a b/c\": ",
        "  e:->  \"e\\0\":|is no name of a family",
        "{named-by: user, family: e}->{named-by: user}|line 20: a column needs \"family\", one of d, e",
        "type: double->counter: gets|line 19: counter: \"gets\": this should be one of none, get-and-put, increment",
        "rows: 1_500 thousand->rows: -5|line 2: rows: \"-5\"",
        "n: number->n: time qqq|line 6: n: \"time qqq\": a time by \"qqq\" cannot be read",
        "n: number->n: time 'noon'|line 6: n: \"time 'noon'\": a time by \"'noon'\" cannot be read",
        "n: number->n: decimal|line 6: n: \"decimal\": a type is text, number",
        "n: number->at: number|line 6: \"at\" is there twice",
        "  e:->  \"a:b\":|\"a:b\" is no name of a family",
        "identity: [user->identity: [user, [a]|line 7: each of \"identity\" should be one text",
        "identity: [user->identity: [*user|is no YAML",
        "identity: [user, at]->identity: {user: at}|line 7: \"identity\" should be one text"
      })
  void errorsNameLineValueAndRule(String trial) {
    String[] parts = trial.split("->|\\|", 3);
    assertThat(PLAN).contains(parts[0]);
    assertThatThrownBy(() -> TablePlanYaml.parse("p", PLAN.replace(parts[0], parts[1])))
        .isInstanceOf(PlanException.class)
        .hasMessageStartingWith("p")
        .hasMessageContaining(parts[2]);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a", "[]", "{", "&a [*a]", "a: &a {b: *a}", "\u0000", "table: t"})
  void whatIsNoPlanIsRefused(String text) {
    assertThatThrownBy(() -> TablePlanYaml.parse("p", text))
        .isInstanceOf(PlanException.class)
        .hasMessageStartingWith("p");
  }

  /** Other bytes would become U+FFFD, and a name one that the sample does not have. */
  @Test
  void aFileThatIsNotUtf8IsRefused(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("p.yaml");
    Files.write(file, PLAN.replace("name: p", "name: caf\u00e9").getBytes(ISO_8859_1));
    assertThatThrownBy(() -> TablePlanYaml.read(file))
        .isInstanceOf(PlanException.class)
        .hasMessage(file + " is not UTF-8; convert it first");
  }

  /** A text of a hundred thousand letters is not repeated whole. */
  @ParameterizedTest
  @ValueSource(strings = {"rows: LONG", "LONG: 1", "splits: [b, LONG]", "fields: {a: time LONG}"})
  void longTextsAreCutInMessages(String yaml) {
    String text = yaml.replace("LONG", "a".repeat(100_000));
    assertThatThrownBy(() -> TablePlanYaml.parse("p", "families: {d: {}}\n" + text))
        .isInstanceOf(PlanException.class)
        .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(2000));
  }
}
