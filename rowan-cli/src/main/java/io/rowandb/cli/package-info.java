/**
 * The command line behind {@code ./rowan}. Arguments enter; text on the terminal and an exit code
 * leave. Commands run in the main thread.
 *
 * <p>Commands store data through HBase's client API, so what the store promises survives a crash:
 * every acknowledged write.
 *
 * <p>Read {@link io.rowandb.cli.program.RowanCommand} first, then {@link io.rowandb.cli.demo}.
 */
package io.rowandb.cli;
