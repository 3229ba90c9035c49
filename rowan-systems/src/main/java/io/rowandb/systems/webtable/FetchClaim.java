package io.rowandb.systems.webtable;

import java.time.Instant;

/**
 * A page that one crawler is to fetch, and no other before the lease ends.
 *
 * @param url of the page
 * @param until when the lease ends, and others may claim the page and its host
 * @param token tells this claim from all others
 */
public record FetchClaim(PageUrl url, Instant until, String token) {}
