"""The file that lies beside a proxy: when its frames are shown, and which of them its filmstrip has."""

from __future__ import annotations

import json

from moments.clips.cutting.whole_video import WholeVideo


def frames_file(whole: WholeVideo) -> bytes:
    """As JSON: `table` as `FrameTable.packed` gives it, `duration_ms` when the video ends on the table's clock, `tile`
    with the size of the filmstrip's pictures and the frame of each, and how many `sheets` there are.
    """
    table, strip = whole.table, whole.filmstrip
    content = {
        "table": table.packed(),
        "duration_ms": table.start_ms(len(table)),
        "tile": {"width": strip.tile_width, "height": strip.tile_height, "frames": list(strip.frames)},
        "sheets": len(strip.sheets),
    }
    return json.dumps(content, separators=(",", ":")).encode()
