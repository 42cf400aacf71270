/** How much more work than usual a sign-in may be asked for: 0 is the usual, each step doubles it. */
export const mostEffort = 5;

export const workFactor = (effort: number): number => 2 ** effort;
