/**
 * {@code ./rowan shell}: the commands of HBase's shell on an embedded store, or on a cluster. Lines
 * enter; text leaves, or JSON. Tables are reached by HBase's client API alone; rows of tables that
 * a design is given for ({@link io.rowandb.cli.design}) are shown as records.
 *
 * <p>Commands run in the thread that reads the lines; an interrupt only asks the command at work to
 * end. Names for the tab are looked up in two threads besides, which end with the console. A crash
 * leaves what the commands before have written.
 *
 * <p>Read {@link io.rowandb.cli.shell.Shell} first, then {@code StatementParser} and {@code
 * RowVerbs}.
 */
package io.rowandb.cli.shell;
