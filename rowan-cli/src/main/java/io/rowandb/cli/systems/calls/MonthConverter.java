package io.rowandb.cli.systems.calls;

import java.time.DateTimeException;
import java.time.YearMonth;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Months as {@code 2011-07}. */
final class MonthConverter implements ITypeConverter<YearMonth> {
  @Override
  public YearMonth convert(String text) {
    try {
      return YearMonth.parse(text);
    } catch (DateTimeException e) {
      throw new TypeConversionException("'" + text + "' is no month such as 2011-07");
    }
  }
}
