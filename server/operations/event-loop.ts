import { monitorEventLoopDelay } from 'node:perf_hooks';

const resolutionMs = 10;

/**
 * How late this process comes to what is due, in seconds: of a hundred moments since the look before, one was later. It has a timer of its own,
 * so that tests leave it out.
 */
export function watchEventLoop(): () => number {
  const delays = monitorEventLoopDelay({ resolution: resolutionMs });
  delays.enable();
  return () => {
    // What is measured is the time between two turns of its timer.
    const seconds = Math.max(0, delays.percentile(99) / 1e9 - resolutionMs / 1_000);
    delays.reset();
    return seconds;
  };
}
