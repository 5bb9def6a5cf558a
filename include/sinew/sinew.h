/* sinew/sinew.h: all of the runtime, in the order things flow:
   asset -> bind -> advance -> samples -> pose -> palette. Files are read with sinew/io.h. */
#ifndef SINEW_SINEW_H
#define SINEW_SINEW_H

#include "base.h"
#include "jobs.h"
#include "math.h"
#include "skeleton.h"
#include "clip.h"
#include "model.h"
#include "graph.h"
#include "bank.h"
#include "sample.h"
#include "bind.h"
#include "root.h"
#include "player.h"
#include "tracks.h"
#include "state.h"
#include "stack.h"
#include "pose.h"
#include "ik.h"
#include "palette.h"
#include "crowd.h"

#endif
