/**
 * Tests written as text: files below {@code src/test/resources/scenarios} with commands and what
 * they are to print.
 *
 * <p>Enters: a subject, which is a folder of such files, and a {@link
 * io.rowandb.engine.scenario.Scenarios.Runner} that knows its commands. Leaves: a dynamic test for
 * each case. The runners live beside what they test ({@code CompactionScenariosTest} and the like).
 * Read {@link io.rowandb.engine.scenario.Scenarios} first.
 */
package io.rowandb.engine.scenario;
