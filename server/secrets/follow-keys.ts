import type { Clock, Logger } from '../../core/contract/server-services.ts';
import type { Disposer } from '../../core/contract/token.ts';
import type { KeyRing } from './key-ring.ts';

/** Sooner than a new key seals. */
const everyMs = 5_000;

/** Takes up the keys that `npm run keys:rotate` makes beside running servers on one PostgreSQL. */
export function followKeys(keys: Pick<KeyRing, 'refresh'>, clock: Pick<Clock, 'every'>, logger: Pick<Logger, 'warn' | 'debug'>): Disposer {
  let told = false;
  return clock.every(everyMs, async () => {
    try {
      if ((await keys.refresh()) || told) return;
      told = true;
      logger.warn({}, 'there are new keys under another master key: what they seal opens here after a start with it');
    } catch (error) {
      // A database that is away is told of elsewhere, and a key that cannot be read just now may be at the next turn.
      logger.debug({ err: error }, 'keys were not read again');
    }
  });
}
