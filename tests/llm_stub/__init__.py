"""An OpenAI-compatible chat endpoint on loopback, with every fault that such endpoints have."""

from tests.llm_stub.server import KEY, LlmStub

__all__ = ["KEY", "LlmStub"]
