/**
 * The code blocks of the README and the pages: which are there, and what tests need to run them.
 * Read {@link io.rowandb.cli.page.PageBlock} first.
 */
package io.rowandb.cli.page;
