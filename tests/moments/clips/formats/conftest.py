"""The videos of the tests of cutting."""

from tests.moments.clips.cutting.conftest import film, shelf  # noqa: F401  (fixtures)
