/**
 * Call records in a browser and over HTTP. Read {@link io.rowandb.systems.web.calls.CallPages}
 * first: it plugs in; {@link io.rowandb.systems.web.calls.CallApi} is the API, {@link
 * io.rowandb.systems.web.calls.CallViews} the HTML.
 */
package io.rowandb.systems.web.calls;
