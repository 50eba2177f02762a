"""Random but repeatable goes at the platform: sequences of actions, and requests over the whole OpenAPI document."""
