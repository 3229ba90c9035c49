package io.rowandb.cli.tsdb;

import io.rowandb.tsdb.uid.UidKind;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What names are of. */
public final class UidTypeOption {
  private static final Map<String, UidKind> KINDS =
      Map.of("metrics", UidKind.METRIC, "tagk", UidKind.TAG_KEY, "tagv", UidKind.TAG_VALUE);

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--type",
      paramLabel = "TYPE",
      defaultValue = "metrics",
      description = "Names of metrics, tagk or tagv: ${DEFAULT-VALUE} unless given.")
  private String type;

  /** For picocli. */
  public UidTypeOption() {}

  UidKind kind() {
    UidKind kind = KINDS.get(type);
    if (kind == null) {
      throw new ParameterException(
          spec.commandLine(), "--type is " + type + ", not metrics, tagk or tagv");
    }
    return kind;
  }

  /** What OpenTSDB calls a kind. */
  static String name(UidKind kind) {
    return switch (kind) {
      case METRIC -> "metrics";
      case TAG_KEY -> "tagk";
      case TAG_VALUE -> "tagv";
    };
  }
}
