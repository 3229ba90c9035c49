package io.rowandb.testkit.backend;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Tests that take a {@code Connection}: to the embedded store and, in a run of their own, to HBase.
 * Each test makes tables of its own: {@link BackEnd#newTableName}.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Tag("tables")
@ExtendWith(BackEnd.class)
public @interface OnBackEnd {}
