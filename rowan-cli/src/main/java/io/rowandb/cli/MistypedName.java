package io.rowandb.cli;

import io.rowandb.cli.terminal.NearestName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Finds the option or command that was meant by one that there is not. No instances. */
final class MistypedName {
  /** With more options of one letter, none is more likely than the others. */
  private static final int MOST_NAMES = 4;

  private MistypedName() {}

  /** A question that ends a message, or nothing. */
  static String question(ParameterException wrong) {
    if (!(wrong instanceof UnmatchedArgumentException unmatched)
        || unmatched.getUnmatched().isEmpty()) {
      return "";
    }
    CommandSpec command = wrong.getCommandLine().getCommandSpec();
    String typed = unmatched.getUnmatched().get(0).split("=", -1)[0];
    Optional<String> meant =
        unmatched.isUnknownOption()
            ? option(typed, command)
            : NearestName.of(typed, command.subcommands().keySet());
    return meant.map(name -> "; did you mean " + name + "?").orElse("");
  }

  private static Optional<String> option(String typed, CommandSpec command) {
    Optional<String> own = option(typed, command.optionsMap().keySet());
    return own.isPresent() ? own : optionOfSubcommand(typed, command);
  }

  private static Optional<String> option(String typed, Set<String> names) {
    return isOneLetter(typed) ? ofOneLetter(typed, names) : NearestName.of(typed, names);
  }

  private static boolean isOneLetter(String name) {
    return name.length() == 2;
  }

  /** The letter in the other case, or the long names that begin with it. */
  private static Optional<String> ofOneLetter(String typed, Set<String> names) {
    Set<String> meant = new TreeSet<>();
    for (String name : names) {
      boolean otherCase = isOneLetter(name) && name.equalsIgnoreCase(typed);
      if (otherCase || name.startsWith("-" + typed)) {
        meant.add(name);
      }
    }
    return meant.isEmpty() || meant.size() > MOST_NAMES ? Optional.empty() : Optional.of(or(meant));
  }

  private static String or(Set<String> names) {
    List<String> all = new ArrayList<>(names);
    String last = all.remove(all.size() - 1);
    return all.isEmpty() ? last : String.join(", ", all) + " or " + last;
  }

  /** An option that stands before its subcommand is unknown, though it is spelt as it should be. */
  private static Optional<String> optionOfSubcommand(String typed, CommandSpec command) {
    return firstSubcommand(command, names -> Optional.of(typed).filter(names::contains))
        .or(() -> firstSubcommand(command, names -> option(typed, names)));
  }

  private static Optional<String> firstSubcommand(
      CommandSpec command, Function<Set<String>, Optional<String>> choice) {
    for (Map.Entry<String, CommandLine> each : command.subcommands().entrySet()) {
      Optional<String> chosen =
          choice.apply(each.getValue().getCommandSpec().optionsMap().keySet());
      if (chosen.isPresent()) {
        return chosen.map(name -> each.getKey() + " " + name);
      }
    }
    return Optional.empty();
  }
}
