package io.rowandb.design.declared;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.table.TableDesign;
import org.junit.jupiter.api.Test;

/** Code of a design that fails is named, whatever it throws. */
class JavaDesignTest {
  record Call(String phone) {}

  /** Ends in an error of the virtual machine, which is no LinkageError. */
  static final class Endless {
    static final TableDesign<Call> ALL = all();

    @SuppressWarnings("InfiniteRecursion") // what is tested
    private static TableDesign<Call> all() {
      return all();
    }
  }

  /** As an assertion of the program's. */
  static final class Asserting {
    static final TableDesign<Call> ALL = all();

    private static TableDesign<Call> all() {
      throw new AssertionError("no phone");
    }
  }

  static final class Failing {
    static final TableDesign<Call> ALL = all();

    private static TableDesign<Call> all() {
      throw new IllegalStateException("no luck");
    }
  }

  private static void refused(Class<?> type, String why) {
    assertThatThrownBy(
            () -> JavaDesign.of(type.getName() + "#ALL", JavaDesignTest.class.getClassLoader()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(type.getName() + " cannot be used: " + why);
  }

  @Test
  void errorsOfAnInitializerAreNamed() {
    refused(Failing.class, "java.lang.IllegalStateException: no luck");
    refused(Endless.class, "java.lang.StackOverflowError");
    refused(Asserting.class, "java.lang.AssertionError: no phone");
  }
}
