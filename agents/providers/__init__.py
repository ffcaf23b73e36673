"""Model APIs: one request in, a stream of pieces out, the finished reply last. No framework.

`base` is the interface, `registry` makes a client from a `connection`, `presets` lists the services. Vendors' SDKs are
imported only here.
"""
