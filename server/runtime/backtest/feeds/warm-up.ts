import { type Interval, nextIntervalOpenMs } from '../../../../core/domain/markets/interval.ts';
import type { SessionOptions } from '../../simulation/session-options.ts';
import { SimulatedSession } from '../../simulation/simulated-session.ts';

/** How long a strategy hears the market before it may trade, in ms; `auto`: what it seems to need. */
export type WarmUp = number | 'auto';

/** Candles that an instance gets to hear before its start when it listens to any. */
export const warmUpCandles = 500;

/**
 * How much history an instance seems to need: five hundred of the longest candles that it listens to without asking for their history itself. None for one that listens to no
 * candles, and for one that acts at once: its start is its start.
 */
export function neededHistoryMs(options: SessionOptions, startMs: number): number {
  let acts = false;
  const line = (): void => {
    acts = true;
  };
  const { driver } = new SimulatedSession({ ...options, listener: { line } }, startMs);
  if (acts || driver.snapshot.actors.length > 1) return 0;
  const lengths = driver.subscriptions.flatMap((one) =>
    one.type === 'candle' && one.history === undefined ? [lengthOf(one.interval)] : [],
  );
  return warmUpCandles * Math.max(0, ...lengths);
}

const lengthOf = (interval: Interval): number => nextIntervalOpenMs(interval, 0);
