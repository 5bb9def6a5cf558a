/* A model made once more, with its clips kept otherwise. */
#ifndef TESTS_SUPPORT_MODEL_AGAIN_H
#define TESTS_SUPPORT_MODEL_AGAIN_H

#include "sinew/model.h"

/* Its joints and their curves in a model of another tier. Ends the program when memory runs out. */
sinew_model *model_again(const sinew_model *model, sinew_tier tier);

#endif
