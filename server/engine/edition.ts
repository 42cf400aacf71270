/**
 * The edition of the rules that a command runs under. Its journal record says it, so that a replay does what was done then; every
 * edition that is still read must still be obeyed. Snapshots need none: they hold what came of the rules.
 */
export const currentEdition = 3;
/** Until then nobody looked at the prices of a pair after it was placed, and its entry outlived the leg that executed. */
export const pairsKeptApart = 3;
export const oldestEdition = 2;
