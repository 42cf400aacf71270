/** Folder of the repository. */
export const root: string;

/** Builds browser and server when a source changed; false when that failed. */
export function buildProduct(): boolean;

/** True when `npm start` would neither install nor build. */
export function isPrepared(): boolean;
