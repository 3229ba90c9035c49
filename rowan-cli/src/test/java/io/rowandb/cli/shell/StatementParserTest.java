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
    Statement.Call statement =
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
  void aLineHasCommandsBetweenSemicolons() {
    assertThat(StatementParser.parse("; list; get 't;u', \"a;b\" ;; t.scan LIMIT => 1 # ; list"))
        .hasToString(
            "[Call[receiver=, command=list, arguments=[]],"
                + " Call[receiver=, command=get, arguments=[t;u, a;b]],"
                + " Call[receiver=t, command=scan, arguments=[{LIMIT=1}]]]");
    assertThatThrownBy(() -> StatementParser.parse("list; get 't',"))
        .isInstanceOf(SyntaxException.Incomplete.class);
  }

  @Test
  void aVariableGetsACommandOrAValue() {
    assertThat(StatementParser.parse("t = create 't', 'f'; u=get_table('u'); v = t"))
        .hasToString(
            "[Assignment[variable=t, value=Call[receiver=, command=create, arguments=[t, f]]],"
                + " Assignment[variable=u, value=Call[receiver=, command=get_table,"
                + " arguments=[u]]],"
                + " Assignment[variable=v, value=Call[receiver=, command=t, arguments=[]]]]");
    assertThat(StatementParser.parse("a = 'r'; b = 5; c = [1]; d = {A => 'b'}; e = true"))
        .hasToString(
            "[Assignment[variable=a, value=r], Assignment[variable=b, value=5],"
                + " Assignment[variable=c, value=[1]], Assignment[variable=d, value={A=b}],"
                + " Assignment[variable=e, value=true]]");
    assertThatThrownBy(() -> StatementParser.parse("t ="))
        .isInstanceOf(SyntaxException.Incomplete.class);
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
    assertThat(parse("put '#{a}', \"\\#{a} #a {\"").arguments()).hasToString("[#{a}, #{a} #a {]");
    assertThat(parse("get \"\\x41\\101\\0\\0612\"").arguments()).hasToString("[AA\u000012]");
  }

  @Test
  void charactersAreThoseOfRuby() {
    assertThat(
            parse("put \"\\u00e9\\u00E9x\", \"\\u{e9}\", \"\\u{48 1f600\t49 }\", '\\u00e9'")
                .arguments())
        .hasToString("[\u00e9\u00e9x, \u00e9, H\ud83d\ude00I, \\u00e9]");
    assertThat(((Text) parse("put \"\\u00e9\\xff\"").arguments().get(0)).bytes())
        .isEqualTo(new byte[] {(byte) 0xc3, (byte) 0xa9, (byte) 0xff});
    assertThat(((Text) parse("put \"\\a\\b\\e\\f\\n\\r\\s\\t\\v\"").arguments().get(0)).bytes())
        .isEqualTo(new byte[] {7, 8, 27, 12, 10, 13, 32, 9, 11});
  }

  @Test
  void decimalNumbersHaveTheDigitsOfRuby() {
    assertThat(parse("put 1.5, -2.50, 100.0, 0.0001, 2e3, 1e15, -0.0").arguments())
        .hasToString("[1.5, -2.5, 100.0, 0.0001, 2000.0, 1000000000000000.0, -0.0]");
    assertThat(parse("put 1e16, 1.25E+20, 0.00001, -3e-7, 0.1").arguments())
        .hasToString("[1.0e+16, 1.25e+20, 1.0e-05, -3.0e-07, 0.1]");
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
        "put 1.5x | a number is as in",
        "put 1. | a number is as in",
        "put 1.5.5 | a number is as in",
        "put 5e | a number is as in",
        "put 1e999 | too large",
        "put 12ab | a number is as in",
        "put 99999999999999999999 | is no number of 64 bits",
        "put - | is no number of 64 bits",
        "put \"a#{b}\" | at character 7: #{...} in double quotes is calculated by Ruby, and not here",
        "t = * | a value is expected",
        "t = ; list | a value is expected",
        "a = b = 'c' | at character 7: a value is expected",
        "list; 't' | at character 7: a command is expected",
        "put \"\\q\" | \\q means nothing in double quotes",
        "put \"\\xz\" | hexadecimal digits",
        "put \"\\u00e\" | at character 6: \\u is followed by four hexadecimal digits",
        "put \"\\u{e9\" | \\u{ is followed by hexadecimal numbers and }",
        "put \"\\u{}\" | \\u{ is followed by hexadecimal numbers and }",
        "put \"\\u{x}\" | \\u{ is followed by hexadecimal numbers of one to six digits",
        "put \"\\u{1234567}\" | the number of a character, which 123456 is not",
        "put \"\\ud800\" | the number of a character, which d800 is not",
        "put \"\\u{110000}\" | the number of a character, which 110000 is not",
        "put *  | a value is expected",
        "scan('t'] | ')' is expected",
        "scan \u2018t\u2019 | at character 6: write ' or \" instead of \u2018",
        "put 't', \u201ca\u201d | at character 10: write ' or \" instead of \u201c",
        "get 't', 'a', {COLUMN \u21d2 'f'} | at character 23: write => instead of \u21d2",
        "scan\u00a0't' | at character 5: write a space instead of the no-break space"
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
      assertThat(StatementParser.parse(line)).doesNotContainNull();
    } catch (SyntaxException e) {
      assertThat(e.getMessage()).isNotBlank();
    }
  }

  @Provide
  static Arbitrary<String> lines() {
    return Arbitraries.of(
            "scan", "'", "\"", "a", "{", "}", "[", "]", "=>", ",", "5", "\\x", "\\u", "\\",
            "\u0663", "(", ")", "=", "#", " ", "-", ";", ".", "#{", "\ud800")
        .list()
        .ofMaxSize(12)
        .map(parts -> String.join("", parts));
  }

  private static Statement.Call parse(String line) {
    List<Statement> statements = StatementParser.parse(line);
    assertThat(statements).hasSize(1);
    return (Statement.Call) statements.get(0);
  }
}
