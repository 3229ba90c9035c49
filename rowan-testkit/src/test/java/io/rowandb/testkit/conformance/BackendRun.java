package io.rowandb.testkit.conformance;

import java.io.IOException;
import java.lang.reflect.Method;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;

/**
 * Runs tests on the back end that {@code -Drowan.backend} names: starts it for the first test,
 * closes it after the last of the run (HBase after the last of the process), leaves out what it has
 * no answer for, and turns a known difference into a test that must fail.
 */
final class BackendRun implements ExecutionCondition, InvocationInterceptor {
  /** The system property that chooses; without it, the fast door. */
  static final String PROPERTY = "rowan.backend";

  private static final ExtensionContext.Namespace SPACE =
      ExtensionContext.Namespace.create(BackendRun.class);

  /** The back end of this run. */
  static Backend backend(ExtensionContext context) {
    return run(context).backend;
  }

  private static Run run(ExtensionContext context) {
    return context
        .getRoot()
        .getStore(SPACE)
        .getOrComputeIfAbsent(Run.class, key -> start(), Run.class);
  }

  private static Run start() {
    String name = System.getProperty(PROPERTY, "fast");
    try {
      return new Run(
          switch (name) {
            case "fast" -> RowanBackend.fast();
            case "complete" -> RowanBackend.complete();
            case "model" -> new ModelBackend();
            case "hbase" -> HBaseBackend.start();
            default ->
                throw new IllegalArgumentException(
                    PROPERTY + " must be fast, complete, model or hbase: " + name);
          });
    } catch (IOException e) {
      throw new IllegalStateException("Back end " + name + " does not start", e);
    }
  }

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    Run run = run(context);
    Optional<Needs> missing =
        context
            .getElement()
            .map(element -> element.getAnnotation(Needs.class))
            .filter(needs -> !run.backend.capabilities().contains(needs.value()));
    if (missing.isEmpty()) {
      return ConditionEvaluationResult.enabled("the back end can answer");
    }
    run.leftOut(missing.get().value(), context);
    return ConditionEvaluationResult.disabled(
        run.backend.name() + ": no " + missing.get().value(), missing.get().because());
  }

  @Override
  public void interceptTestMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> method,
      ExtensionContext context)
      throws Throwable {
    String test =
        method.getExecutable().getDeclaringClass().getSimpleName()
            + "."
            + method.getExecutable().getName();
    Optional<String> known = KnownDifferences.reason(run(context).backend.name(), test);
    if (known.isEmpty()) {
      invocation.proceed();
      return;
    }
    try {
      invocation.proceed();
    } catch (AssertionError expected) {
      run(context).differs(test, known.get(), expected);
      return;
    }
    throw new AssertionError(test + " agrees with HBase: its known difference must go");
  }

  /** The back end while it runs, and what it was not asked. */
  private static final class Run implements ExtensionContext.Store.CloseableResource {
    private final Backend backend;
    private final Map<Capability, Integer> leftOut = new EnumMap<>(Capability.class);
    private int differences;

    Run(Backend backend) {
      this.backend = backend;
    }

    void leftOut(Capability missing, ExtensionContext context) {
      int tests = context.getTestMethod().isPresent() ? 1 : tests(context.getRequiredTestClass());
      leftOut.merge(missing, tests, Integer::sum);
    }

    private static int tests(Class<?> type) {
      return (int)
          Stream.of(type.getDeclaredMethods())
              .filter(method -> method.isAnnotationPresent(org.junit.jupiter.api.Test.class))
              .count();
    }

    void differs(String test, String reason, AssertionError difference) {
      differences++;
      System.out.printf("%s differs on %s: %s%n", test, backend.name(), reason);
      System.out.println(difference.getMessage());
    }

    @Override
    public void close() throws IOException {
      System.out.printf(
          "conformance on %s: left out for want of a capability %s, known differences %d%n",
          backend.name(), leftOut, differences);
      backend.close();
    }
  }
}
