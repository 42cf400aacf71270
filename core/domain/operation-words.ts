/** Words for what operators see of a running server. */

/** `warn`: somebody should look at it by day; `down`: somebody should be woken. */
export const checkStates = ['ok', 'warn', 'down'] as const;
export type CheckState = (typeof checkStates)[number];

export const figureUnits = ['count', 'per-second', 'seconds', 'bytes', 'percent'] as const;
export type FigureUnit = (typeof figureUnits)[number];

export const figureGroups = ['orders', 'calls', 'process', 'queues', 'disk'] as const;
export type FigureGroup = (typeof figureGroups)[number];

/** Parts of the data folder. */
export const diskParts = ['journals', 'database', 'files', 'recordings', 'others'] as const;
export type DiskPart = (typeof diskParts)[number];
