/** {@code ./rowan messages}: load messages, ask, explain how, repair, and compare designs. */
package io.rowandb.cli.systems.messages;
