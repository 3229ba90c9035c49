/** Tests of {@code ./rowan webtable}. */
package io.rowandb.cli.systems.webtable;
