/** Real processes killed while they write: what was acknowledged must be there, whole. */
package io.rowandb.testkit.crash;
