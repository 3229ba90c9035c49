package io.rowandb.cli.tsdb;

import io.rowandb.tsdb.store.LinearRegexp;
import io.rowandb.tsdb.uid.UidKind;
import io.rowandb.tsdb.uid.Uids;
import io.rowandb.tsdb.upkeep.NameRemoval;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./rowan tsdb uid}: names and their UIDs. */
@Command(
    name = "uid",
    mixinStandardHelpOptions = true,
    description = {
      "The names of metrics, tag keys and tag values, and the UIDs that stand for them in row keys.",
      "Each command warns when 90 %% of the UIDs of a kind are used.",
      ""
    },
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      TsdbUidCommand.Assign.class,
      TsdbUidCommand.Remove.class,
      TsdbUidCommand.Grep.class,
      TsdbUidCommand.Rename.class,
      TsdbUidCommand.Room.class
    })
final class TsdbUidCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "a command is missing: assign, delete, grep, rename or room");
  }

  /** {@code ./rowan tsdb uid assign}. */
  @Command(
      name = "assign",
      mixinStandardHelpOptions = true,
      description = {"Gives names UIDs, unless they have some: a line TYPE NAME UID for each.", ""})
  static final class Assign implements Callable<Integer> {
    @Mixin private UidWork work;

    @Mixin private UidTypeOption type;

    @Option(
        names = "--name",
        required = true,
        paramLabel = "NAME",
        description = "The name; again for another.")
    private List<String> names;

    @Override
    public Integer call() throws IOException {
      UidKind kind = type.kind();
      return work.run(
          (series, connection) -> {
            names.forEach(
                each -> series.uids().check(kind, each)); // none is assigned if one is bad
            for (String each : names) {
              work.print(kind, each, series.uids().getOrCreate(kind, each));
            }
            return 0;
          });
    }
  }

  /** {@code ./rowan tsdb uid rename}. */
  @Command(
      name = "rename",
      mixinStandardHelpOptions = true,
      description = {
        "Gives a UID another name; its points stay. Programs that know the old name go on with it until they are started anew. After a death, do it again.",
        ""
      })
  static final class Rename implements Callable<Integer> {
    @Mixin private UidWork work;

    @Mixin private UidTypeOption type;

    @Option(names = "--name", required = true, paramLabel = "NAME", description = "The old name.")
    private String name;

    @Option(names = "--to", required = true, paramLabel = "NAME", description = "The new name.")
    private String to;

    @Override
    public Integer call() throws IOException {
      UidKind kind = type.kind();
      return work.run(
          (series, connection) -> {
            rename(series.uids(), kind);
            work.print(kind, to, series.uids().uid(kind, to));
            return 0;
          });
    }

    /** A name that is taken is no fault of the command line. */
    private void rename(Uids uids, UidKind kind) throws IOException {
      uids.check(kind, name);
      uids.check(kind, to);
      if (name.equals(to)) {
        throw new IllegalArgumentException("--name and --to are the same: \"" + name + '"');
      }
      try {
        uids.rename(kind, name, to);
      } catch (IllegalArgumentException e) {
        throw new IOException(e.getMessage(), e);
      }
    }
  }

  /** {@code ./rowan tsdb uid delete}. */
  @Command(
      name = "delete",
      mixinStandardHelpOptions = true,
      description = {
        "Takes a name from its UID, if no row uses it; for a tag's, all keys are read.",
        "Nobody should write by the name meanwhile, or later by what he knew: stop the writers before, and start them anew afterwards.",
        ""
      })
  static final class Remove implements Callable<Integer> {
    @Mixin private UidWork work;

    @Mixin private UidTypeOption type;

    @Option(names = "--name", required = true, paramLabel = "NAME", description = "The name.")
    private String name;

    @Option(
        names = "--force",
        description = "Also when rows use it; they are not found by it afterwards.")
    private boolean force;

    @Override
    public Integer call() throws IOException {
      UidKind kind = type.kind();
      return work.run(
          (series, connection) -> {
            if (force) {
              series.uids().delete(kind, name);
            } else if (!new NameRemoval(connection, series.store().options(), series.uids())
                .remove(kind, name)) {
              throw new IOException(
                  "rows use the " + kind + " \"" + name + "\"; drop them first, or give --force");
            }
            work.out().println("Deleted " + kind + " " + name + ".");
            return 0;
          });
    }
  }

  /** {@code ./rowan tsdb uid grep}. */
  @Command(
      name = "grep",
      mixinStandardHelpOptions = true,
      description = {
        "Prints the names in which a regular expression is found: a line TYPE NAME UID for each.",
        ""
      })
  static final class Grep implements Callable<Integer> {
    @Mixin private UidWork work;

    @Option(
        names = "--pattern",
        paramLabel = "REGEXP",
        defaultValue = ".",
        description = "The regular expression; all names without it.")
    private String pattern;

    @Override
    public Integer call() throws IOException {
      return work.run(
          (series, connection) -> {
            LinearRegexp regexp = new LinearRegexp(pattern);
            series
                .uids()
                .forEach(
                    each -> {
                      if (regexp.isFoundIn(each.name())) {
                        work.out()
                            .println(
                                UidTypeOption.name(each.kind())
                                    + " "
                                    + each.name()
                                    + " "
                                    + each.uid());
                      }
                    });
            return 0;
          });
    }
  }

  /** {@code ./rowan tsdb uid room}. */
  @Command(
      name = "room",
      mixinStandardHelpOptions = true,
      description = {"Prints how many UIDs of each kind are used.", ""})
  static final class Room implements Callable<Integer> {
    @Mixin private UidWork work;

    @Override
    public Integer call() throws IOException {
      return work.run(
          (series, connection) -> {
            for (UidKind kind : UidKind.values()) {
              work.out().println(UidWork.used(series.uids().room(kind)));
            }
            return 0;
          });
    }
  }
}
