package io.rowandb.cli.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.cli.program.RowanCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.ParameterException;

/**
 * Commands in the sentences and tables of the pages are taken as they stand there: their
 * subcommands and options exist. What they leave out, such as a path, may be missing; commands in
 * blocks run in other tests.
 */
class InlineCommandsTest {
  private static final Pattern BLOCK = Pattern.compile("(?ms)^( *)```.*?^\\1```$");
  private static final Pattern COMMAND = Pattern.compile("`\\./rowan ([a-z][^`\n]*)`");

  /** An option alone, or with its value. */
  private static final Pattern OPTION = Pattern.compile("`(--[a-z][a-z0-9-]*)[^`\n]*`");

  /** Those of the script, and of other modules. */
  private static final Set<String> OTHERS =
      Set.of("test", "bench", "dist", "rest", "thrift", "systems", "version", "help");

  /** What {@code test}, {@code bench}, the servers and Java take. */
  private static final Pattern OTHER_OPTIONS =
      Pattern.compile(
          "--(quick|full|matrix|java|durability|soak"
              + "|port|host|read-only|framed|v2|csv|svg|rows"
              + "|add-opens|enable-native-access)");

  /** All that a pattern finds outside of blocks, in both languages. */
  private static Set<String> found(Pattern wanted) throws IOException {
    Set<String> found = new TreeSet<>();
    for (String page : PageBlock.pages()) {
      for (String each : List.of(page, PageBlock.inChinese(page))) {
        Path file = PageBlock.ROOT.resolve(each);
        if (Files.exists(file) && !each.contains("/decisions/")) {
          String text = BLOCK.matcher(Files.readString(file)).replaceAll("");
          wanted.matcher(text).results().map(MatchResult::group).forEach(found::add);
        }
      }
    }
    assertThat(found).hasSizeGreaterThan(30);
    return found;
  }

  @Test
  void commandsAreTaken() throws IOException {
    CommandLine command = RowanCommand.newCommandLine();
    Set<String> refused = new TreeSet<>();
    for (String code : found(COMMAND)) {
      String[] words = code.replaceAll("^`\\./rowan |`$", "").split(" +", -1);
      if (!OTHERS.contains(words[0]) && !isTaken(command, words)) {
        refused.add(code);
      }
    }
    assertThat(refused).isEmpty();
    assertThat(isTaken(command, "load", "--nothing")).isFalse();
    assertThat(isTaken(command, "nothing")).isFalse();
  }

  private static boolean isTaken(CommandLine command, String... words) {
    try {
      command.parseArgs(words);
      return true;
    } catch (MissingParameterException e) {
      // A sentence leaves out what it is not about; that is told before a wrong option.
      return Stream.of(words)
          .filter(word -> word.startsWith("--"))
          .map(word -> word.split("=", 2)[0])
          .allMatch(option -> e.getCommandLine().getCommandSpec().findOption(option) != null);
    } catch (ParameterException e) {
      return false;
    }
  }

  @Test
  void optionsExist() throws IOException {
    Set<String> known = new TreeSet<>();
    addOptions(RowanCommand.newCommandLine(), known);
    Set<String> absent = new TreeSet<>();
    for (String code : found(OPTION)) {
      String option = code.replaceAll("^`(--[a-z0-9-]*).*$", "$1");
      if (!known.contains(option) && !OTHER_OPTIONS.matcher(option).matches()) {
        absent.add(code);
      }
    }
    assertThat(absent).isEmpty();
  }

  private static void addOptions(CommandLine command, Set<String> known) {
    known.addAll(command.getCommandSpec().optionsMap().keySet());
    for (Map.Entry<String, CommandLine> each : command.getSubcommands().entrySet()) {
      addOptions(each.getValue(), known);
    }
  }
}
