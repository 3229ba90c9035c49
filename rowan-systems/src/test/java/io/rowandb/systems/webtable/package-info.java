/** Tests of the webtable. */
package io.rowandb.systems.webtable;
