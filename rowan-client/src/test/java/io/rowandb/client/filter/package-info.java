/** What filters may be, and how long they may work, without a store. */
package io.rowandb.client.filter;
