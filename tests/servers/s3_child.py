"""One process of the S3 server, run by the system's own Python: `s3_child.py FOLDER KIND`.

Swift's own start-up, but for the folder of its settings, which its commands fix at /etc/swift.
"""

import sys


class MemoryCache:
    """What tempauth wants of memcached; signed requests only ask it whether it is there."""

    def __init__(self):
        self.values = {}

    def get(self, key, **options):
        return self.values.get(key)

    def set(self, key, value, **options):
        self.values[key] = value

    def delete(self, key, **options):
        self.values.pop(key, None)


def cache_filter(app, global_conf, **local_conf):
    """Puts the cache where Swift looks for one."""
    cache = MemoryCache()

    def with_cache(environ, start_response):
        environ["swift.cache"] = cache
        return app(environ, start_response)

    return with_cache


def serve(folder: str, kind: str) -> int:
    from swift.common import utils

    utils.set_swift_dir(folder)
    from swift.common.wsgi import run_wsgi

    return run_wsgi(f"{folder}/{kind}.conf", f"{kind}-server", verbose=True)


if __name__ == "__main__":
    sys.exit(serve(*sys.argv[1:]))
