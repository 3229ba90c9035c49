package io.rowandb.testkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A table that exists before the test: declared on a class, for each of its tests; on a method, for
 * that one. Unset elements have HBase's defaults. In a store that outlives the annotated method or
 * nested class, the table is deleted when that ends.
 *
 * <p>If the families of a table differ, the test must create it through {@code Admin}.
 */
@Documented
@Inherited
@Repeatable(WithTable.List.class)
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD, ElementType.ANNOTATION_TYPE})
public @interface WithTable {
  /** Its name; with a namespace, {@code "namespace:name"}, which is made if it is not there. */
  String name();

  /** Its column families. */
  String[] families() default "f";

  /**
   * Where regions begin, but for the first; bytes that cannot be typed as {@code \\x00}, as HBase's
   * shell prints them.
   */
  String[] splits() default {};

  /** How many versions of a cell are kept. */
  int versions() default 1;

  /** How many are kept although their time to live is over. */
  int minVersions() default 0;

  /** Time to live of a cell, in seconds; 0 means forever. */
  int ttlSeconds() default 0;

  /**
   * Whether deleted cells are kept: HBase's three values, {@code FALSE}, {@code TRUE}, {@code TTL}.
   */
  String keepDeletedCells() default "FALSE";

  /** The tables of one element. */
  @Documented
  @Inherited
  @Retention(RetentionPolicy.RUNTIME)
  @Target({ElementType.TYPE, ElementType.METHOD, ElementType.ANNOTATION_TYPE})
  @interface List {
    /** Each of them. */
    WithTable[] value();
  }
}
