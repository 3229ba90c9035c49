/** Tests of sketches. */
package io.rowandb.design.sketch;
