/**
 * {@code ./rowan forum}: load posts and comments, ask, explain how, move, remove, repair, and
 * compare designs.
 */
package io.rowandb.cli.systems.forum;
