/* sinew/palette.h: matrices for the renderer. */
#ifndef SINEW_PALETTE_H
#define SINEW_PALETTE_H

#include "pose.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Model matrix × inverse bind matrix of each joint of a skin, in the skin's order: three rows of four floats.
   Shape: out[capacity × 12], capacity >= the skin's joints.
   Returns how many matrices were written: the skin's joint count, or 0 when there is no such skin or they do not
   fit. Brings the pose's model matrices up to date first, so the pose is not const.
   Cost: O(joints). Source: glTF 2.0 specification, 3.7.3.3 "Skinned mesh". */
SINEW_API uint32_t sinew_palette_3x4(sinew_pose *pose, uint32_t skin, float *out, uint32_t capacity);

/* The same, written past the caches where the processor can. It pays where the palettes of a frame are more than the
   caches hold (some thousands of characters) and nothing on this core reads them soon; else it costs more than it
   saves. The writing thread sees it at once; for others, and for a device, call sinew_palette_stream_end before you
   tell them.
   Shape, Returns and Cost: as sinew_palette_3x4; an `out` that is not aligned to 16 bytes is written the plain way, and
   one that is aligned to 64 goes fastest. */
SINEW_API uint32_t sinew_palette_3x4_stream(sinew_pose *pose, uint32_t skin, float *out, uint32_t capacity);

/* What this thread streamed so far becomes visible to whoever sees what it writes after this. Once for all palettes of
   a frame: it waits until they are written, which a call for each would do each time. `pose`: any of those that wrote.
   Cost: what is still on its way to memory. */
SINEW_API void sinew_palette_stream_end(const sinew_pose *pose);

#ifdef __cplusplus
}
#endif
#endif
