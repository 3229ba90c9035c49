/** Which writes a reader sees. */
package io.rowandb.engine.region;
