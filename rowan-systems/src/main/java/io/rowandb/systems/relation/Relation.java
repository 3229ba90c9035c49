package io.rowandb.systems.relation;

/**
 * One thing that is related to another.
 *
 * @param source what is related, such as who follows
 * @param target what it is related to, such as who is followed
 * @param value what is said of it
 */
public record Relation<V>(String source, String target, V value) {}
