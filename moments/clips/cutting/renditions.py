"""How pictures become a file of each rendition: the filters before it, the encoder, and how its shape is read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from moments.clips.formats.gif_blocks import read_gif
from moments.clips.formats.jpeg_segments import read_jpeg
from moments.clips.formats.mp4_boxes import read_mp4
from moments.clips.formats.shapes import Shape
from moments.clips.formats.webp_chunks import read_webp

# palettegen looks at every ninth pixel: 0.9 s instead of 2.6 s for 5 s of film, at no visible cost.
PALETTE = "scale=w='max(16,iw/3)':h='max(16,ih/3)':flags=neighbor,palettegen"
# What both of them look at, said where the pictures do not go to both at once.
GIF_PIXELS = "format=bgra"
# An ordered dither does not move between frames, so that what does not move is not stored again.
COLOURING = "paletteuse=dither=bayer:bayer_scale=4:diff_mode=rectangle"
# Frames wait in memory (1.6 MB each) until the palette is known; a longer clip gets it by a first run.
FRAMES_IN_MEMORY = 150

# Nothing of the source but its pictures, and its sound where that was asked for: no subtitles, no tags, chapters or
# dates, no encoder's name.
NOTHING_ELSE = (
    *("-sn", "-dn", "-map_metadata", "-1", "-map_chapters", "-1"),
    *("-metadata:s:v", "encoder=", "-fflags", "+bitexact", "-flags:v", "+bitexact"),
)
SILENCE = ("-an", *NOTHING_ELSE)
SOUND_RATE = 48_000
AAC = (
    *("-c:a", "aac", "-b:a", "96k", "-ar", str(SOUND_RATE), "-ac", "2"),
    *("-metadata:s:a", "encoder=", "-flags:a", "+bitexact"),
)

# An MP4 that names no encoder, and plays before all of it is there.
PLAIN_MP4 = (
    *("-bsf:v", "filter_units=remove_types=6"),  # units that hold the encoder's name and settings
    *("-movflags", "+faststart", "-empty_hdlr_name", "1", "-use_editlist", "0", "-f", "mp4"),
)

# A bit smaller than a sixteenth of the GIF on busy film, and nearer to the source than it (docs/clips.md).
H264_QUALITY = "31"
# A key frame every twelve at the latest and none that looks ahead: any frame is reached by decoding a few.
H264_GROUP = "12"
WEBP_QUALITY = "60"
POSTER = "jpg"


@dataclass(frozen=True, slots=True)
class Rendition:
    """One kind of clip: filters for its pictures, the encoder's and the container's options, the reader.

    `filters` may contain `{i}`, which keeps labels of several moments apart, and `{middle}`, the middle picture.
    `sound` are the options of the sound's encoder; empty where this kind carries none.
    """

    filters: str
    options: Sequence[str]
    read: Callable[[bytes], Shape]
    sound: Sequence[str] = ()

    def filters_of(self, number: int, middle: int) -> str:
        """The filters for a moment whose middle picture is that one, the `number`-th in its graph."""
        return self.filters.format(i=number, middle=middle)


RENDITIONS: dict[str, Rendition] = {
    "gif": Rendition(
        f"split[seen{{i}}][kept{{i}}];[seen{{i}}]{PALETTE}[palette{{i}}];[kept{{i}}][palette{{i}}]{COLOURING}",
        ("-c:v", "gif", "-loop", "0", "-f", "gif"),
        read_gif,
    ),
    "mp4": Rendition(
        "scale=out_color_matrix=bt709:out_range=tv,format=yuv420p",
        (
            *("-c:v", "libx264", "-preset", "medium", "-crf", H264_QUALITY, "-bf", "0", "-g", H264_GROUP),
            *PLAIN_MP4,
        ),
        read_mp4,
        AAC,
    ),
    # libwebp_anim would be a tenth smaller, but it joins equal frames, and a frame must be a frame in each rendition.
    "webp": Rendition(
        "scale=out_color_matrix=bt601:out_range=tv,format=yuv420p",  # the one matrix that a WebP may have
        ("-c:v", "libwebp", "-quality", WEBP_QUALITY, "-loop", "0", "-f", "webp"),
        read_webp,
    ),
}
GIF_OF_GIVEN_PALETTE = f"null[kept{{i}}];[kept{{i}}][1:v]{COLOURING}"
STILL_COLOURS = "scale=out_color_matrix=bt601:out_range=pc,format=yuvj420p"
STILL_ENCODER = ("-c:v", "mjpeg", "-q:v", "4", "-frames:v", "1", "-f", "image2", "-update", "1")
# The middle picture, as a still.
POSTER_RENDITION = Rendition(f"select='eq(n,{{middle}})',{STILL_COLOURS}", STILL_ENCODER, read_jpeg)


def rendition_of(name: str) -> Rendition:
    """The rendition of that name, the poster among them."""
    return POSTER_RENDITION if name == POSTER else RENDITIONS[name]
