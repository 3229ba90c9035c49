/**
 * HBase's own shell as the judge of ours: both run the same commands, each on a store of its own,
 * and what they print is compared.
 *
 * <p>{@link io.rowandb.tools.shell.ShellScenariosTest} is where to begin.
 */
package io.rowandb.tools.shell;
