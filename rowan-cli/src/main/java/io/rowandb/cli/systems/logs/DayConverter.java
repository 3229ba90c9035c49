package io.rowandb.cli.systems.logs;

import java.time.DateTimeException;
import java.time.LocalDate;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Days as {@code 2020-06-10}. */
final class DayConverter implements ITypeConverter<LocalDate> {
  @Override
  public LocalDate convert(String text) {
    try {
      return LocalDate.parse(text);
    } catch (DateTimeException e) {
      throw new TypeConversionException("'" + text + "' is no day such as 2020-06-10");
    }
  }
}
