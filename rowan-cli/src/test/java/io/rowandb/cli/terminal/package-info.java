/** Text as a screen shows it. */
package io.rowandb.cli.terminal;
