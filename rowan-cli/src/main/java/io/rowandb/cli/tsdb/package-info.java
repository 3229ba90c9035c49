/** {@code ./rowan tsdb}: import points, ask about them, look for names. */
package io.rowandb.cli.tsdb;
