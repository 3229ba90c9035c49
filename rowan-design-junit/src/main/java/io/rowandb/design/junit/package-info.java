/**
 * Checks of tables' designs in tests of JUnit 5. Read {@link io.rowandb.design.junit.CheckDesign}
 * first. Runs in JUnit's threads; keeps nothing.
 */
package io.rowandb.design.junit;
