/**
 * What was found of a design, as one HTML page: findings, a map of the keys over time, sizes, the
 * load of regions and servers; of two designs side by side. The page needs no other file and no
 * network. Texts of designs and samples are escaped, and a content security policy in the page lets
 * no script and no style but its own run. One thread.
 *
 * <p>Read {@link io.rowandb.design.page.DesignPage} first.
 */
package io.rowandb.design.page;
