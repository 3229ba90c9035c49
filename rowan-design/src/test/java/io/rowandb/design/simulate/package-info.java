/** Tests of simulations. */
package io.rowandb.design.simulate;
