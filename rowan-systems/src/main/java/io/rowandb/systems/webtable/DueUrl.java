package io.rowandb.systems.webtable;

import java.time.Instant;

/**
 * A page that is to be fetched.
 *
 * @param url of the page
 * @param due from when on
 */
public record DueUrl(PageUrl url, Instant due) {}
