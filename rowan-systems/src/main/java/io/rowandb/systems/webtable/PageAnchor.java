package io.rowandb.systems.webtable;

/**
 * A link, seen from either of its pages.
 *
 * @param source the page that has it
 * @param place its number on that page, from 0 on
 * @param target where it leads
 * @param text its words
 */
public record PageAnchor(PageUrl source, int place, PageUrl target, String text) {}
