/**
 * The command line behind {@code ./rowan}. Arguments enter; text on the terminal and an exit code
 * leave. Commands run in the main thread.
 *
 * <p>What a command stores it stores through HBase's client API, so what survives a crash is what
 * the store promises: every acknowledged write.
 *
 * <p>Read {@link io.rowandb.cli.RowanCommand} first, then {@link io.rowandb.cli.demo}.
 */
package io.rowandb.cli;
