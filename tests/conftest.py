"""Settings for all tests."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "partwise",
    deadline=None,
    max_examples=60,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.differing_executors],
)
settings.load_profile("partwise")
