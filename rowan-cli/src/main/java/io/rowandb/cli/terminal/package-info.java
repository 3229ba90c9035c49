/**
 * What a command shows: progress, aligned rows, figures. Plain values enter, text leaves; nothing
 * here knows of tables or stores. Rendering is pure functions; only {@link
 * io.rowandb.cli.terminal.Terminal} and {@link io.rowandb.cli.terminal.ProgressDisplay} write, in
 * the thread that calls them. Nothing is kept, so a crash loses nothing.
 *
 * <p>Read {@link io.rowandb.cli.terminal.Terminal} first.
 */
package io.rowandb.cli.terminal;
