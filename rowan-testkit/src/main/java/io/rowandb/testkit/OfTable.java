package io.rowandb.testkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says which table is injected into a parameter of type {@code Table}. The table need not exist
 * before the first request: the test may create it.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.PARAMETER)
public @interface OfTable {
  /** The table's name, with its namespace if that is not the default one. */
  String value();
}
