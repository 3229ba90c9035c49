package io.rowandb.cli.systems.messages;

import io.rowandb.systems.messages.Folder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Which messages are asked for. */
public final class MessageQuestion {
  /** Behind all times that a message can have. */
  private static final Instant END_OF_TIME = Instant.parse("+10000-01-01T00:00:00Z");

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--user",
      paramLabel = "NAME",
      required = true,
      description = "Whose messages, the newest first; with one of these:")
  private String user;

  @Option(names = "--inbox", description = "What the user received.")
  private boolean inbox;

  @Option(names = "--sent", description = "What the user sent.")
  private boolean sent;

  @Option(names = "--unread", description = "What the user received and has not read.")
  private boolean unread;

  @Option(
      names = "--with",
      paramLabel = "NAME",
      description = "What the user received from this person, or sent to them.")
  private String with;

  @Option(
      names = "--conversation",
      paramLabel = "NAME",
      split = ",",
      description = "What went between the user and these, with commas between, and nobody else.")
  private List<String> conversation;

  @Option(
      names = "--from",
      paramLabel = "TIME",
      description = "As 2011-07-03T00:00:00Z: not what was sent before.")
  private Instant from;

  @Option(names = "--to", paramLabel = "TIME", description = "Only what was sent before it.")
  private Instant to;

  /** For picocli. */
  public MessageQuestion() {}

  /** Refuses what is no question. */
  Folder folder() {
    try {
      Folder folder = one();
      return from == null && to == null
          ? folder
          : folder.between(from == null ? Instant.EPOCH : from, to == null ? END_OF_TIME : to);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private Folder one() {
    List<Folder> asked = new ArrayList<>();
    if (inbox) {
      asked.add(Folder.inbox(user));
    }
    if (sent) {
      asked.add(Folder.sent(user));
    }
    if (unread) {
      asked.add(Folder.unread(user));
    }
    if (with != null) {
      asked.add(Folder.with(user, with));
    }
    if (conversation != null) {
      asked.add(Folder.conversation(user, Set.copyOf(conversation)));
    }
    if (asked.size() != 1) {
      throw new IllegalArgumentException(
          "ask for one of --inbox, --sent, --unread, --with NAME and --conversation NAME");
    }
    return asked.get(0);
  }
}
