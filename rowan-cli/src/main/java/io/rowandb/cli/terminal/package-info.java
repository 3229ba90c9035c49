/**
 * The output of commands: progress, aligned rows, figures. Plain values enter, text leaves; nothing
 * here knows about tables or stores. Rendering consists of pure functions; only {@link
 * io.rowandb.cli.terminal.Terminal} and {@link io.rowandb.cli.terminal.ProgressDisplay} write, in
 * the caller's thread. Nothing is kept, so a crash loses nothing.
 *
 * <p>Read {@link io.rowandb.cli.terminal.Terminal} first.
 */
package io.rowandb.cli.terminal;
