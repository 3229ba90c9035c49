package io.rowandb.testkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Gives the tests of a class embedded stores, and injects the objects that access them into the
 * parameters of their methods.
 *
 * <pre>
 *   &#64;RowanTest
 *   &#64;WithTable(name = "orders", families = "d", versions = 3)
 *   class OrdersTest {
 *     &#64;Test
 *     void findsWhatWasPut(Connection connection, Table orders, TestStore store) { … }
 *   }
 * </pre>
 *
 * <p>Parameters of test methods, {@code @BeforeEach} and {@code @AfterEach} methods may be of the
 * types {@code Connection}, {@code AsyncConnection}, {@code Admin}, {@code Configuration}, {@code
 * Table}, {@link TestStore} and {@link TestClock}; those of {@code @BeforeAll}, {@code @AfterAll}
 * and constructors too, if the store lives as long as the class. Injected objects are closed with
 * the store. A {@code Table} is the one declared with {@link WithTable} on the method, or else on
 * its class, or else on the enclosing class; {@link OfTable} selects one if there are several.
 *
 * <p>Each store has its own name, so tests may run in parallel. Nested classes inherit the
 * annotation of their enclosing class, unless they are annotated themselves.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.ANNOTATION_TYPE})
@ExtendWith(RowanExtension.class)
public @interface RowanTest {
  /** Which tests share a store. */
  StoreLifetime lifetime() default StoreLifetime.METHOD;

  /** The way that connections take to the store. */
  Door door() default Door.FAST;

  /** HBase's settings for store and connections, each as {@code "key=value"}. */
  String[] settings() default {};

  /** What happens when a test leaves a connection or a scanner open. */
  Leaks leaks() default Leaks.WARN;
}
