package io.rowandb.testkit.conformance;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The test, or all tests of the class, run only on back ends that can do this. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@interface Needs {
  /** What is needed. */
  Capability value();

  /** Why a back end without it has nothing to answer here. */
  String because();
}
