/** Names and values of designs and samples as messages quote them. Any thread. */
package io.rowandb.design.text;
