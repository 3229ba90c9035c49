/** Code that is wrong on purpose: proof that a wrong outcome fails the build. */
package io.rowandb.jcstress.broken;
