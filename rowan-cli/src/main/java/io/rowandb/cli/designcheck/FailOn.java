package io.rowandb.cli.designcheck;

import io.rowandb.design.check.DesignReport;
import io.rowandb.design.check.FindingSeverity;
import java.util.Optional;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** From which severity on a finding makes the command end with 1. */
enum FailOn {
  ERROR(Optional.of(FindingSeverity.ERROR)),
  WARNING(Optional.of(FindingSeverity.WARNING)),
  HINT(Optional.of(FindingSeverity.HINT)),
  NEVER(Optional.empty());

  private final Optional<FindingSeverity> least;

  FailOn(Optional<FindingSeverity> least) {
    this.least = least;
  }

  boolean fails(DesignReport report) {
    return report.findings().stream().anyMatch(each -> isReached(each.severity()));
  }

  private boolean isReached(FindingSeverity severity) {
    return least.isPresent() && severity.compareTo(least.get()) <= 0;
  }

  /** Takes small letters. */
  static final class Name implements ITypeConverter<FailOn> {
    @Override
    public FailOn convert(String value) {
      return switch (value) {
        case "error" -> ERROR;
        case "warning" -> WARNING;
        case "hint" -> HINT;
        case "never" -> NEVER;
        default ->
            throw new TypeConversionException(
                "\"" + value + "\" is none of error, warning, hint and never");
      };
    }
  }
}
