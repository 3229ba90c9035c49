/** {@code ./rowan twibase}: load users and posts, ask, explain how, and compare designs. */
package io.rowandb.cli.systems.twibase;
