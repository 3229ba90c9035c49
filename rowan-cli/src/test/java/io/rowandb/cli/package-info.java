/**
 * The command from outside: the script, the command line, the process with its signals and exit
 * codes, and the documents. Read {@code DemoProcessTest} first.
 */
package io.rowandb.cli;
