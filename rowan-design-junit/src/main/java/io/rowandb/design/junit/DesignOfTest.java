package io.rowandb.design.junit;

import io.rowandb.design.check.DesignCheck;
import io.rowandb.design.check.DesignReport;
import io.rowandb.design.check.UsedFields;
import io.rowandb.design.declared.DeclaredCheck;
import io.rowandb.design.declared.JavaDesign;
import io.rowandb.design.plan.FieldType;
import io.rowandb.design.plan.TablePlan;
import io.rowandb.design.plan.TablePlanYaml;
import io.rowandb.design.sample.SampleFormat;
import io.rowandb.design.sample.SampleSpec;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The design that an annotation is about: a file, or one in Java. */
interface DesignOfTest {
  /**
   * Checks it.
   *
   * @throws IllegalArgumentException when the annotation says what cannot be
   */
  DesignReport check(CheckDesign asked) throws IOException;

  /** The one that the annotation names. */
  static DesignOfTest named(CheckDesign asked, Class<?> test) {
    if (asked.design().isEmpty() == asked.of().isEmpty()) {
      return each -> {
        throw new IllegalArgumentException(
            "give the design: either design, a file, or of, a class");
      };
    }
    return asked.of().isEmpty()
        ? DesignOfTest::ofFile
        : each -> ofJava(JavaDesign.of(each.of(), test.getClassLoader()), each);
  }

  /** A member of a class. */
  static DesignOfTest java(Class<?> type, String member) {
    return asked -> ofJava(JavaDesign.of(type, member), asked);
  }

  private static DesignReport ofFile(CheckDesign asked) throws IOException {
    if (asked.identity().length > 0 || asked.fields().length > 0) {
      throw new IllegalArgumentException(
          "identity and fields are of a design in Java; a file says them itself");
    }
    TablePlan plan = TablePlanYaml.read(Path.of(asked.design()));
    Optional<SampleSpec> sample =
        sample(asked)
            .map(
                each ->
                    each.format() == SampleFormat.JSON
                        ? new SampleSpec(
                            each.file(),
                            each.format(),
                            UsedFields.of(plan),
                            each.limit(),
                            each.maxBad())
                        : each);
    return DesignCheck.run(plan, sample, System.currentTimeMillis());
  }

  private static DesignReport ofJava(TableDesign<?> design, CheckDesign asked) throws IOException {
    Map<String, FieldType> types = new LinkedHashMap<>();
    for (String each : asked.fields()) {
      int mark = each.indexOf('=');
      if (mark < 1) {
        throw new IllegalArgumentException(
            "fields: \"" + each + "\" should be like at=time yyyyMMddHHmmss");
      }
      types.put(each.substring(0, mark), FieldType.parse(each.substring(mark + 1)));
    }
    return DeclaredCheck.run(
        design, sample(asked), types, List.of(asked.identity()), System.currentTimeMillis());
  }

  private static Optional<SampleSpec> sample(CheckDesign asked) {
    if (asked.sample().isEmpty()) {
      return Optional.empty();
    }
    Path file = Path.of(asked.sample());
    if (SampleFormat.ofName(file).isEmpty()) {
      throw new IllegalArgumentException(
          "sample: \"" + file + "\" does not end with .csv, .tsv, .jsonl, or one of these and .gz");
    }
    return Optional.of(SampleSpec.of(file));
  }
}
