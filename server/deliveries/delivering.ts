import type { JobTerms } from '../../core/contract/server-contributions.ts';
import type { Clock, Logger } from '../../core/contract/server-services.ts';
import { type DeliveryChannel, type DeliveryFault, deliveryChannels } from '../../core/domain/delivery.ts';
import type { StoredDeliveryRows } from '../store/people/delivery-store.ts';
import { type Channel, ChannelProblem } from './channel.ts';

/** One may come and go while the server runs. */
export type Channels = Readonly<Partial<Record<DeliveryChannel, Channel | null>>>;

interface DeliveringParts {
  readonly channels: Channels;
  readonly rows: Pick<StoredDeliveryRows, 'due' | 'taken' | 'notTaken' | 'expire' | 'deleteOlder'>;
  /** Null: sealed under another master key. */
  readonly open: (address: string, sealedBody: string) => string | null;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly logger: Pick<Logger, 'warn'>;
}

const everyMs = 3_000;
const batch = 20;
const [firstRestMs, longestRestMs] = [10_000, 5 * 60_000];
/** Whom the house wrote to is told so long. */
export const deliveryKeptMs = 30 * 24 * 60 * 60_000;
/** Not a word about this letter: the next would meet the same. */
const ofTheChannel: readonly DeliveryFault[] = ['UNREACHABLE', 'TIMEOUT', 'SIGN_IN'];

/** Takes letters to their channels, the oldest first; one that is not taken rests longer with every try, and is worth nothing after its life. */
export function delivering({ channels, rows, open, clock, logger }: DeliveringParts): JobTerms {
  const deliver = async (letter: Awaited<ReturnType<typeof rows.due>>[number]): Promise<DeliveryFault | null> => {
    const { deliveryId, channel, address, subject, sealedBody, tries } = letter;
    const nowMs = clock.nowMs();
    const text = open(address, sealedBody);
    try {
      if (text === null) throw new ChannelProblem('REFUSED', 'key');
      await channels[channel]?.deliver({ id: deliveryId, to: address, subject, text });
      await rows.taken(deliveryId, clock.nowMs());
      return null;
    } catch (error) {
      if (!(error instanceof ChannelProblem)) throw error;
      const { fault, detail } = error;
      const nextMs = fault === 'REFUSED' ? null : nowMs + Math.min(longestRestMs, firstRestMs * 2 ** Math.min(tries, 10));
      await rows.notTaken(deliveryId, { error: fault, errorDetail: detail, nowMs: clock.nowMs(), nextMs });
      logger.warn({ deliveryId, channel, fault, detail, again: nextMs !== null }, 'a letter was not taken');
      return fault;
    }
  };

  return {
    id: 'deliveries',
    everyMs,
    run: async (stop) => {
      await rows.expire(clock.nowMs());
      await rows.deleteOlder(clock.nowMs() - deliveryKeptMs);
      const names = deliveryChannels.filter((name) => (channels[name] ?? null) !== null);
      if (names.length === 0) return;
      const silent = new Set<DeliveryChannel>();
      for (const letter of await rows.due(names, clock.nowMs(), batch)) {
        if (stop.aborted) return;
        if (silent.has(letter.channel)) continue;
        const fault = await deliver(letter);
        // Each device has a push service of its own.
        if (fault !== null && letter.channel !== 'push' && ofTheChannel.includes(fault)) silent.add(letter.channel);
      }
    },
  };
}
