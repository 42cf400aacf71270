import { browserTimers } from '../../core/client/timers.ts';

let tell = (): void => undefined;
const told = new Promise<void>((resolve) => {
  tell = resolve;
});
const lookEveryMs = 50;

/** Each panel of the first workspace has its place, or there will be none. */
export const panelsPlaced = (): void => tell();

/** Waits until the panels in sight have what they show, or `longestMs`: what nobody needs before must not hold them up. */
export async function panelsStand(longestMs: number): Promise<void> {
  let late = false;
  const end = pause(longestMs).then(() => {
    late = true;
  });
  await Promise.race([told, end]);
  do await pause(lookEveryMs);
  while (!late && isWaiting());
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => void browserTimers.after(ms, resolve));

const isWaiting = (): boolean => [...document.querySelectorAll('[data-skeleton]')].some((skeleton) => skeleton.checkVisibility());
