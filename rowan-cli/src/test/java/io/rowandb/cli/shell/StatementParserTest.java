package io.rowandb.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines of HBase's shell become commands, or are refused with the place and the rule. */
class StatementParserTest {
  @Test
  void valuesAreOfAllKinds() {
    Statement statement =
        parse("create_x 't', \"a\\x00\\xfF\\n\", -5, true, [1, NAME], {A => 'b', 'c' => {}}");
    assertThat(statement.command()).isEqualTo("create_x");
    List<Object> arguments = statement.arguments();
    assertThat(arguments.get(0)).hasToString("t");
    assertThat(((Text) arguments.get(1)).bytes()).isEqualTo(new byte[] {'a', 0, -1, '\n'});
    assertThat(arguments.subList(2, 4)).containsExactly(-5L, true);
    assertThat(arguments.get(4)).isEqualTo(List.of(1L, new Name("NAME")));
    assertThat(arguments.get(5)).hasToString("{A=b, c={}}");
  }

  @Test
  void valuesInValuesHaveALimit() {
    String deep = "[".repeat(50) + "{A => ".repeat(50) + "1" + "}".repeat(50) + "]".repeat(50);
    assertThat(parse("f " + deep + ", " + deep).arguments()).hasSize(2);
    for (String line : List.of("f [" + deep + "]", "f " + "[".repeat(60_000))) {
      assertThatThrownBy(() -> parse(line))
          .isInstanceOf(SyntaxException.class)
          .isNotInstanceOf(SyntaxException.Incomplete.class)
          .hasMessageContaining("100 deep");
    }
  }

  @Test
  void pairsOutsideOfBracesAreOneMap() {
    assertThat(parse("scan 't', LIMIT => 5, STARTROW => 'a'").arguments().get(1))
        .hasToString("{LIMIT=5, STARTROW=a}");
    assertThat(parse("create 't', SPLITS => ['a', 'b'], 'f'").arguments())
        .hasToString("[t, f, {SPLITS=[a, b]}]");
  }

  @Test
  void parenthesesCommentsAndSemicolonsAreAllowed() {
    assertThat(parse("scan('t', 1) # all").arguments()).hasToString("[t, 1]");
    assertThat(parse("list").arguments()).isEmpty();
    assertThat(parse("list;").arguments()).isEmpty();
    assertThat(parse("get 't', # the table\n 'r'").arguments()).hasToString("[t, r]");
    assertThat(StatementParser.parse("  # nothing")).isEmpty();
  }

  @Test
  void bytesAreHexadecimalOrOctal() {
    assertThat(parse("get \"\\x41\\101\\0\\0612\"").arguments()).hasToString("[AA\u000012]");
  }

  @Test
  void singleQuotesKeepBackslashes() {
    assertThat(parse("get 'a\\x41\\'\\\\'").arguments()).hasToString("[a\\x41'\\]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "scan 't | at character 6: the quote that begins here has no end",
        "create 't', SPLITS=['a'] | by =>, as in SPLITS => ['m'], and not by =",
        "'t' | at character 1: a command is expected",
        "scan 't' 'u' | at character 10: a comma, or the end of the line",
        "scan 't', {A 5} | A must be followed by =>",
        "scan 't', {A => 1, A => 2} | A is given twice",
        "scan 't', A => 1, A => 2 | A is given twice",
        "scan 't', [1 2] | a comma or ']' is expected",
        "scan 't', {[1] => 2} | a name or text",
        "put 1.5 | a number has digits alone",
        "put 12ab | a number has digits alone",
        "put 99999999999999999999 | is no number of 64 bits",
        "put - | is no number of 64 bits",
        "put \"\\q\" | \\q means nothing in double quotes",
        "put \"\\xz\" | hexadecimal digits",
        "put *  | a value is expected",
        "scan('t'] | ')' is expected"
      })
  void whatIsWrongIsSaid(String line, String reason) {
    assertThatThrownBy(() -> parse(line))
        .isInstanceOf(SyntaxException.class)
        .isNotInstanceOf(SyntaxException.Incomplete.class)
        .hasMessageContaining(reason);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "scan 't',",
        "scan 't', {",
        "scan 't', {A =>",
        "scan 't', [1,",
        "scan('t'",
        "f [1"
      })
  void whatMayGoOnIsIncomplete(String line) {
    assertThatThrownBy(() -> parse(line)).isInstanceOf(SyntaxException.Incomplete.class);
  }

  @Property
  void anyTextInQuotesIsItself(@ForAll String text) {
    String typed = '\'' + text.replace("\\", "\\\\").replace("'", "\\'") + '\'';
    assertThat(((Text) parse("put " + typed).arguments().get(0)).bytes())
        .isEqualTo(text.getBytes(StandardCharsets.UTF_8));
  }

  @Property
  void nothingFailsInAnotherWay(@ForAll("lines") String line) {
    try {
      StatementParser.parse(line)
          .ifPresent(statement -> assertThat(statement.command()).isNotEmpty());
    } catch (SyntaxException e) {
      assertThat(e.getMessage()).isNotBlank();
    }
  }

  @Provide
  static Arbitrary<String> lines() {
    return Arbitraries.of(
            "scan", "'", "\"", "a", "{", "}", "[", "]", "=>", ",", "5", "\\x", "(", ")", "=", "#",
            " ", "-", ";", "\ud800")
        .list()
        .ofMaxSize(12)
        .map(parts -> String.join("", parts));
  }

  private static Statement parse(String line) {
    return StatementParser.parse(line).orElseThrow();
  }
}
