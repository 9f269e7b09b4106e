"""What can be said of a text instead of a value."""


class Refused(Exception):
    """The text is not read, or what it states is not evaluated here: no verdict."""


class NoValue(Exception):
    """An expression has no value: a division by zero, an argument outside of a domain, a tie nobody decides."""


class IllFormed(Exception):
    """The theorem defines no object."""


class Undecided(Exception):
    """The precision limit was met."""
