package io.rowandb.schema.ordinary;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A bean, as tools generate them; it has no equality, and nobody may ask for one. */
class Order {
  private String customer;
  private int number;
  private String state;
  private Optional<String> note = Optional.empty();
  private Instant time;
  private boolean paid;
  private Address address;
  private List<Line> lines = List.of();
  private long views;
  private int version;

  static Order of(String customer, int number, String state) {
    Order order = new Order();
    order.setCustomer(customer);
    order.setNumber(number);
    order.setState(state);
    return order;
  }

  public String getCustomer() {
    return customer;
  }

  public void setCustomer(String newCustomer) {
    customer = newCustomer;
  }

  public int getNumber() {
    return number;
  }

  public void setNumber(int newNumber) {
    number = newNumber;
  }

  public String getState() {
    return state;
  }

  public void setState(String newState) {
    if ("impossible".equals(newState)) {
      throw new IllegalStateException("no order is " + newState);
    }
    state = newState;
  }

  public Optional<String> getNote() {
    return note;
  }

  public void setNote(Optional<String> newNote) {
    note = newNote;
  }

  public Instant getTime() {
    return time;
  }

  public void setTime(Instant newTime) {
    time = newTime;
  }

  public boolean isPaid() {
    return paid;
  }

  public void setPaid(boolean newPaid) {
    paid = newPaid;
  }

  public Address getAddress() {
    return address;
  }

  public void setAddress(Address newAddress) {
    address = newAddress;
  }

  public List<Line> getLines() {
    return lines;
  }

  public void setLines(List<Line> newLines) {
    lines = newLines;
  }

  public long getViews() {
    return views;
  }

  public void setViews(long newViews) {
    views = newViews;
  }

  public int getVersion() {
    return version;
  }

  public void setVersion(int newVersion) {
    version = newVersion;
  }

  /** Computed, and so no field. */
  public String getTitle() {
    return customer + "/" + number;
  }

  @Override
  public boolean equals(Object other) {
    throw new AssertionError("two orders are compared");
  }

  @Override
  public int hashCode() {
    throw new AssertionError("an order is hashed");
  }

  /** A detail of an order, which is a bean too. */
  static class Line {
    private int place;
    private String article;

    static Line of(int place, String article) {
      Line line = new Line();
      line.setPlace(place);
      line.setArticle(article);
      return line;
    }

    public int getPlace() {
      return place;
    }

    public void setPlace(int newPlace) {
      place = newPlace;
    }

    public String getArticle() {
      return article;
    }

    public void setArticle(String newArticle) {
      article = newArticle;
    }
  }

  /** Immutable, with a builder. */
  static final class Address {
    private final String street;
    private final String town;

    private Address(Builder builder) {
      street = builder.street;
      town = builder.town;
    }

    static Builder builder() {
      return new Builder();
    }

    String getStreet() {
      return street;
    }

    String getTown() {
      return town;
    }

    static final class Builder {
      private String street;
      private String town;

      Builder street(String newStreet) {
        street = newStreet;
        return this;
      }

      Builder town(String newTown) {
        town = newTown;
        return this;
      }

      Address build() {
        return new Address(this);
      }
    }
  }
}
