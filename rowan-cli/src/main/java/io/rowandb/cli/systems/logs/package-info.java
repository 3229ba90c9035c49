/** {@code ./rowan logs}: the commands of the log store. */
package io.rowandb.cli.systems.logs;
