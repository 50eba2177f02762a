"""The steps by API, one registry for all of them."""
