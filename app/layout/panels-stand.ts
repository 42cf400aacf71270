import { browserTimers } from '../../core/client/timers.ts';

let tell = (): void => undefined;
const told = new Promise<void>((resolve) => {
  tell = resolve;
});

/** The first panel has been drawn: what nobody needs before has waited for it, so as not to hold it up. */
export const panelStands = (): void => tell();

/** Waits for the first panel, or `longestMs` where none comes. */
export const panelsStand = (longestMs: number): Promise<void> =>
  Promise.race([told, new Promise<void>((resolve) => void browserTimers.after(longestMs, resolve))]);
