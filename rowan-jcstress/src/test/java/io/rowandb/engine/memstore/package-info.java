/** What readers see of a memstore while its writer adds to it. */
package io.rowandb.engine.memstore;
