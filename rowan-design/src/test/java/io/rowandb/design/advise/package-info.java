/** Tests of advice. */
package io.rowandb.design.advise;
