/** Tests that the measurement of posts that come into timelines measures what it says. */
package io.rowandb.bench.fanout;
