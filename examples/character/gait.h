/* The speeds at which the hero's clips cover ground. The clips play in place: a foot that stands moves against the
   walk at exactly this speed. Shared with the test that measures how much it slides. */
#ifndef HERO_GAIT_H
#define HERO_GAIT_H

/* Metres a second; x is to the figure's left, z forwards. */
#define HERO_WALK_SPEED 1.4
#define HERO_RUN_SPEED 4.0
#define HERO_BACK_SPEED 1.0
#define HERO_STRAFE_SPEED 1.1

#endif
