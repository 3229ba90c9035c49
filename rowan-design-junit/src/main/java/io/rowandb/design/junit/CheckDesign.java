package io.rowandb.design.junit;

import io.rowandb.design.check.FindingSeverity;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Checks the design of a table, and fails with the text of what is found: a key that becomes bad
 * fails the build.
 *
 * <pre>
 *   class CallsDesignTest {
 *     &#64;CheckDesign(sample = "src/test/data/calls.csv")
 *     static final TableDesign&lt;Call&gt; CALLS = Calls.DESIGN;
 *
 *     &#64;Test
 *     &#64;CheckDesign(design = "designs/logs.yaml", sample = "src/test/data/logs.csv")
 *     void logsAreWellDesigned() {}
 *   }
 * </pre>
 *
 * <p>On a static field of a test class, whose type is {@code TableDesign}, that design is checked
 * before the tests of the class; on a class, the one that it names. On a method it is before this
 * test. Files are relative to the working directory, which is the module's with Maven and Gradle.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD, ElementType.FIELD})
@ExtendWith(CheckDesignExtension.class)
public @interface CheckDesign {
  /** The file of the design, in YAML; empty for one in Java. */
  String design() default "";

  /** The design in Java, such as {@code com.acme.Calls#DESIGN}; not on a field, which is one. */
  String of() default "";

  /**
   * Rows in the order of arrival: a file .csv, .tsv or .jsonl, each also with .gz; of a design in
   * Java with the record's fields. Empty for reasoning alone.
   */
  String sample() default "";

  /** Findings of this severity, and of worse ones, fail. */
  FindingSeverity failOn() default FindingSeverity.ERROR;

  /** Of a design in Java, the fields that tell records apart; none when nothing is said. */
  String[] identity() default {};

  /** Of a design in Java, how fields are read, such as {@code at=time yyyyMMddHHmmss}. */
  String[] fields() default {};
}
