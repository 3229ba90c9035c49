package io.rowandb.design.declared;

import io.rowandb.design.check.DesignCheck;
import io.rowandb.design.check.DesignReport;
import io.rowandb.design.check.UsedFields;
import io.rowandb.design.plan.FieldType;
import io.rowandb.design.plan.TablePlan;
import io.rowandb.design.sample.SampleFile;
import io.rowandb.design.sample.SampleFormat;
import io.rowandb.design.sample.SampleSpec;
import io.rowandb.schema.field.Component;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Checks a design that is declared in Java. One thread. */
public final class DeclaredCheck {
  /** Rows that are looked at for how times are written. */
  private static final int LOOKED_AT = 100;

  /** How times may be written, and what they are then. */
  private static final Map<String, String> TIMES = times();

  private DeclaredCheck() {}

  private static Map<String, String> times() {
    Map<String, String> times = new LinkedHashMap<>();
    times.put("-?\\d{11,}", "time millis");
    times.put("\\d{8}", "time yyyyMMdd");
    times.put("-?\\d{1,10}", "time seconds");
    times.put("\\d{4}-\\d\\d-\\d\\d", "time yyyy-MM-dd");
    times.put("\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d", "time yyyy-MM-dd HH:mm:ss");
    times.put(
        "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{3})?Z",
        "time yyyy-MM-dd'T'HH:mm:ss[.SSS]X");
    return times;
  }

  /**
   * Checks a design, with a sample as {@link #planned} reads it.
   *
   * @param now milliseconds since 1970
   */
  public static DesignReport run(
      TableDesign<?> design,
      Optional<SampleSpec> sample,
      Map<String, FieldType> fields,
      List<String> identity,
      long now)
      throws IOException {
    PlannedSample planned = planned(design, sample, fields, identity);
    return DesignCheck.run(planned.plan(), planned.sample(), now);
  }

  /**
   * The plan of a design, whose times are read as the sample has them.
   *
   * @param sample the rows, in the order of arrival, with the names of the record's fields; empty
   *     for reasoning alone
   * @param fields how they are read, where not as usual: times are told by the first that is in the
   *     sample, 14 digits as {@code yyyyMMddHHmmss}
   * @param identity the fields that tell records apart; none when that is not known
   * @throws IllegalArgumentException as {@link DeclaredPlan#of}
   * @throws IOException when the sample cannot be read or lacks a field
   */
  public static PlannedSample planned(
      TableDesign<?> design,
      Optional<SampleSpec> sample,
      Map<String, FieldType> fields,
      List<String> identity)
      throws IOException {
    TablePlan usual = DeclaredPlan.of(design, DeclaredPlan.types(design, fields), identity);
    if (sample.isEmpty()) {
      return new PlannedSample(usual, sample);
    }
    SampleSpec read = named(sample.get(), usual);
    Map<String, FieldType> types = new LinkedHashMap<>(seen(design, read));
    types.putAll(fields);
    TablePlan plan = DeclaredPlan.of(design, DeclaredPlan.types(design, types), identity);
    return new PlannedSample(plan, Optional.of(read));
  }

  /** The first object of a JSON file may lack fields. */
  private static SampleSpec named(SampleSpec sample, TablePlan plan) {
    return sample.format() == SampleFormat.JSON && sample.columns().isEmpty()
        ? new SampleSpec(
            sample.file(), sample.format(), UsedFields.of(plan), sample.limit(), sample.maxBad())
        : sample;
  }

  private static Map<String, FieldType> seen(TableDesign<?> design, SampleSpec sample)
      throws IOException {
    Map<String, FieldType> seen = new LinkedHashMap<>();
    try (SampleFile file = SampleFile.open(sample)) {
      String[] row = file.next();
      for (int i = 0; i < LOOKED_AT && row != null; i++, row = file.next()) {
        for (Component each : design.shape().components()) {
          int place = file.fields().indexOf(each.name());
          boolean isTime = each.type() == Instant.class || each.type() == LocalDate.class;
          if (isTime && place >= 0 && !row[place].isEmpty() && !seen.containsKey(each.name())) {
            type(row[place]).ifPresent(type -> seen.put(each.name(), type));
          }
        }
      }
    }
    return seen;
  }

  private static Optional<FieldType> type(String value) {
    if (value.matches("(19|20)\\d{12}")) { // milliseconds have 13 digits until the year 2286
      return Optional.of(FieldType.parse("time yyyyMMddHHmmss"));
    }
    return TIMES.entrySet().stream()
        .filter(each -> value.matches(each.getKey()))
        .findFirst()
        .map(each -> FieldType.parse(each.getValue()));
  }
}
