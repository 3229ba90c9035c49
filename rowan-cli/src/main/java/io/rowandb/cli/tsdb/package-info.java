/** {@code ./rowan tsdb}: import, ask, look for names, and keep the tables in order. */
package io.rowandb.cli.tsdb;
