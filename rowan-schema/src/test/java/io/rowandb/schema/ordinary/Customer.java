package io.rowandb.schema.ordinary;

/** Immutable, with a constructor, and accessors that are named as its fields. */
final class Customer {
  private final String name;
  private final String town;
  private final String mail;

  Customer(String name, String town, String mail) {
    this.name = name;
    this.town = town;
    this.mail = mail;
  }

  String name() {
    return name;
  }

  String town() {
    return town;
  }

  String mail() {
    return mail;
  }

  Customer in(String newTown) {
    return new Customer(name, newTown, mail);
  }
}
