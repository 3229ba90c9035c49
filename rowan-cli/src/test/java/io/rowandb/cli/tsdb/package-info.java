/** Tests of {@code ./rowan tsdb}. */
package io.rowandb.cli.tsdb;
