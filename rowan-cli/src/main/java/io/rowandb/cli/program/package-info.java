/**
 * The program behind {@code ./rowan}: the command that has all others. Arguments enter; the exit
 * code leaves, when the command that was asked for has run in the main thread. It stores nothing.
 * No other package knows this one.
 *
 * <p>Read {@link io.rowandb.cli.program.RowanCommand}.
 */
package io.rowandb.cli.program;
