package io.rowandb.systems.webtable;

/**
 * A version of a page.
 *
 * @param state when it was fetched, and what came
 * @param body the content
 */
public record PageVersion(PageState state, String body) {}
