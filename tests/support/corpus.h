/* Real files by other people, from the corpus beside the checkout (or where SINEW_CORPUS says). */
#ifndef TESTS_SUPPORT_CORPUS_H
#define TESTS_SUPPORT_CORPUS_H

#include <stdbool.h>

enum { CORPUS_PATH = 2048 };

void corpus_path(char path[CORPUS_PATH], const char *part);
/* False after a message where the part is missing; with CI=true the running test fails. */
bool corpus_is_there(const char *part);
/* Every .gltf and .glb of a folder and of those inside it. */
void corpus_models(const char *folder, void (*visit)(void *user, const char *file), void *user);

#endif
