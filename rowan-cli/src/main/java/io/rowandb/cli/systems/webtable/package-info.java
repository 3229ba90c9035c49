/** {@code ./rowan webtable}: load crawls, ask, explain how, and compare designs. */
package io.rowandb.cli.systems.webtable;
