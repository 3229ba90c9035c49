/**
 * Users who post and follow, in a browser and over HTTP. Read {@link
 * io.rowandb.systems.web.twibase.TwiPages} first.
 */
package io.rowandb.systems.web.twibase;
