/** Tests of the shell: how lines are read, and what commands do and print. */
package io.rowandb.cli.shell;
