/** Folder of the repository. */
export const root: string;

/** Builds browser and server when a source changed; false when that failed. */
export function buildProduct(): boolean;

/** Whether the packages in a folder are those of its lock file, whoever installed them. Default: the repository. */
export function hasPackages(folder?: string): boolean;

/** True when `npm start` would neither install nor build. */
export function isPrepared(): boolean;

/** Of the contents of everything in these files and folders of the repository. */
export function digestOf(names: readonly string[]): string;
