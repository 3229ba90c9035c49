/** Tests: each fault that can be found is planted, and good designs have none. */
package io.rowandb.design.check;
