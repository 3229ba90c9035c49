/** Tests of the pages and the API of a crawler's pages. */
package io.rowandb.systems.web.webtable;
