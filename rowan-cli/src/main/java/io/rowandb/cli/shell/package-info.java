/**
 * {@code ./rowan shell}: the commands of HBase's shell on an embedded store, or on a cluster. Lines
 * enter; text leaves, or JSON. Tables are accessed only through HBase's client API; rows of tables
 * with a given design ({@link io.rowandb.cli.design}) are shown as records.
 *
 * <p>Commands run in the thread that reads the lines; an interrupt only asks the running command to
 * end. Two additional threads, which end with the console, look up names for completion. After a
 * crash the writes of earlier commands are there.
 *
 * <p>Read {@link io.rowandb.cli.shell.Shell} first, then {@code StatementParser} and {@code
 * RowVerbs}.
 */
package io.rowandb.cli.shell;
