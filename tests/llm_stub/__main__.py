"""`python -m tests.llm_stub NAMES.csv [PORT]` serves one to try commands and pages on."""

from __future__ import annotations

import sys
from pathlib import Path

from moments.corpus.files.names_file import read_names
from tests.llm_stub.server import KEY, LlmStub

served = LlmStub(read_names(Path(sys.argv[1])), int(sys.argv[2]) if len(sys.argv) > 2 else 0)
sys.stdout.write(f"LLM_BASE_URL={served.url} LLM_API_KEY={KEY} LLM_MODEL=stub LLM_ALLOWED_HOSTS=127.0.0.1\n")
sys.stdout.flush()
served.serve_forever()
