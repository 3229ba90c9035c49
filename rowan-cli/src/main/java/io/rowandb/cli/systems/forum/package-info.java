/** {@code ./rowan forum}: load posts and comments, ask, explain how, and compare designs. */
package io.rowandb.cli.systems.forum;
