/** Tests of call records over HTTP. */
package io.rowandb.systems.web.calls;
