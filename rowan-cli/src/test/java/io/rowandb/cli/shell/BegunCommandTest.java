package io.rowandb.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** A command of many lines is parsed a few times, and no end of one is missed. */
class BegunCommandTest {
  @Test
  void manyLinesAreParsedInTimeThatGrowsWithThem() {
    BegunCommand command = new BegunCommand();
    long parsedChars = 0;
    command.add("scan 't', {COLUMNS => [");
    for (int i = 0; i < 100_000; i++) {
      command.add("  'f:q" + i + "', # one of many");
      parsedChars += command.isToBeParsed() ? command.toString().length() : 0;
    }
    assertThat(parsedChars).isLessThan(4L * command.toString().length());
    command.add("]}");
    assertThat(command.isToBeParsed()).isTrue();
    assertThat(StatementParser.parse(command.toString())).hasSize(1);
  }

  @Test
  void aShortOneIsParsedWithEachLine() {
    BegunCommand command = new BegunCommand();
    for (String line : List.of("scan 't',", "{LIMIT =>", "5", "}")) {
      command.add(line);
      assertThat(command.isToBeParsed()).as(line).isTrue();
    }
    assertThat(command).hasToString("scan 't',\n{LIMIT =>\n5\n}");
  }

  @Property
  void whatIsCompleteMayBe(@ForAll("lines") List<String> lines) {
    BegunCommand command = new BegunCommand();
    lines.forEach(command::add);
    assertThat(command.mayBeComplete() || !parses(command.toString())).as("%s", lines).isTrue();
  }

  private static boolean parses(String text) {
    try {
      return !StatementParser.parse(text).isEmpty();
    } catch (SyntaxException e) {
      return false;
    }
  }

  @Provide
  static Arbitrary<List<String>> lines() {
    return Arbitraries.of(
            "f ",
            "'",
            "\"",
            "a",
            "{",
            "}",
            "[",
            "]",
            "A =>",
            ",",
            "5",
            "\\",
            "(",
            ")",
            "=",
            "#",
            " ",
            ";",
            "'x'",
            "f [1]",
            "f 'a', {A => 'b'}")
        .list()
        .ofMaxSize(6)
        .map(parts -> String.join("", parts))
        .list()
        .ofMinSize(1)
        .ofMaxSize(3);
  }
}
