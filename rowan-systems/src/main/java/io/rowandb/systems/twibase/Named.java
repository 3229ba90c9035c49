package io.rowandb.systems.twibase;

/**
 * A user in a list of others.
 *
 * @param name unique
 * @param nickname as it was last copied: while it changes, some lists show the one before
 */
public record Named(String name, String nickname) {}
