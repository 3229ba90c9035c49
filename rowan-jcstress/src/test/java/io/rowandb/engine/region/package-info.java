/** What becomes visible when, and to whom: read points, views, times of writes, row locks. */
package io.rowandb.engine.region;
