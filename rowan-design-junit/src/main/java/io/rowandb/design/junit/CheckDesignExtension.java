package io.rowandb.design.junit;

import io.rowandb.design.check.DesignReport;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Runs the checks of {@link CheckDesign}. Stateless. */
public final class CheckDesignExtension implements BeforeAllCallback, BeforeEachCallback {
  /** For JUnit. */
  public CheckDesignExtension() {}

  @Override
  public void beforeAll(ExtensionContext context) throws IOException {
    Class<?> type = context.getRequiredTestClass();
    for (Class<?> each = type; each != null; each = each.getSuperclass()) {
      check(each); // JUnit runs this for what is on a superclass, too
    }
  }

  private static void check(Class<?> type) throws IOException {
    CheckDesign ofClass = type.getDeclaredAnnotation(CheckDesign.class);
    if (ofClass != null) {
      check(ofClass, type.getName(), DesignOfTest.named(ofClass, type));
    }
    for (Field each : type.getDeclaredFields()) {
      CheckDesign ofField = each.getDeclaredAnnotation(CheckDesign.class);
      if (ofField != null) {
        check(ofField, type.getName() + "." + each.getName(), ofField(ofField, each));
      }
    }
  }

  @Override
  public void beforeEach(ExtensionContext context) throws IOException {
    CheckDesign ofMethod = context.getRequiredTestMethod().getAnnotation(CheckDesign.class);
    if (ofMethod != null) {
      String place =
          context.getRequiredTestClass().getName()
              + "."
              + context.getRequiredTestMethod().getName();
      check(ofMethod, place, DesignOfTest.named(ofMethod, context.getRequiredTestClass()));
    }
  }

  private static DesignOfTest ofField(CheckDesign asked, Field field) {
    boolean isNamed = !asked.design().isEmpty() || !asked.of().isEmpty();
    if (isNamed || !Modifier.isStatic(field.getModifiers())) {
      throw new ExtensionConfigurationException(
          "@CheckDesign on "
              + field
              + ": the field is the design, and should be static; leave out design and of");
    }
    return DesignOfTest.java(field.getDeclaringClass(), field.getName());
  }

  private static void check(CheckDesign asked, String place, DesignOfTest design)
      throws IOException {
    DesignReport report;
    try {
      report = design.check(asked);
    } catch (IllegalArgumentException e) {
      throw new ExtensionConfigurationException(
          "@CheckDesign on " + place + ": " + e.getMessage(), e);
    }
    String failures = FailureText.of(report, asked.failOn());
    if (!failures.isEmpty()) {
      throw new AssertionError(place + ": the design of table " + report.table() + failures);
    }
  }
}
