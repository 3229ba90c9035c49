/** Tests of the Twitter-like system. */
package io.rowandb.systems.twibase;
