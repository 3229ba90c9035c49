/** {@code ./rowan calls}: load call records, ask, explain how, and compare designs. */
package io.rowandb.cli.systems.calls;
