/**
 * A table that is there, checked: its design, or the bytes of its keys, and a sample of its rows
 * from all its regions. Only reads, by HBase's client API. Read {@link
 * io.rowandb.design.live.LiveCheck} first. One thread.
 */
package io.rowandb.design.live;
