import type { JobTerms } from '../../core/contract/server-contributions.ts';
import type { Clock, Logger } from '../../core/contract/server-services.ts';
import { type DeliveryChannel, type DeliveryFault, deliveryChannels } from '../../core/domain/delivery.ts';
import type { DueDelivery, StoredDeliveryRows } from '../store/people/delivery-store.ts';
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
const tidiedEveryMs = 10_000;
/** Of each channel: letters of one run, and how many of them go at once. Devices have many push services, and one that is silent keeps none of the others. */
const paces: Readonly<Record<DeliveryChannel, { readonly batch: number; readonly atOnce: number }>> = {
  mail: { batch: 20, atOnce: 1 },
  sms: { batch: 20, atOnce: 1 },
  push: { batch: 200, atOnce: 20 },
};
const [firstRestMs, longestRestMs] = [10_000, 5 * 60_000];
/** Whom the house wrote to is told so long. */
export const deliveryKeptMs = 30 * 24 * 60 * 60_000;
/** Not a word about this letter: the next would meet the same. */
const ofTheChannel: readonly DeliveryFault[] = ['UNREACHABLE', 'TIMEOUT', 'SIGN_IN'];

/**
 * Takes letters to their channels, each channel in a job of its own, so that none waits for another; one that is not taken rests longer with every
 * try, and is worth nothing after its life.
 */
export function delivering({ channels, rows, open, clock, logger }: DeliveringParts): readonly JobTerms[] {
  const deliver = async (letter: DueDelivery, channel: Channel, name: DeliveryChannel): Promise<DeliveryFault | null> => {
    const { deliveryId, address, subject, sealedBody, tries } = letter;
    const nowMs = clock.nowMs();
    const text = open(address, sealedBody);
    try {
      if (text === null) throw new ChannelProblem('REFUSED', 'key');
      await channel.deliver({ id: deliveryId, to: address, subject, text });
      await rows.taken(deliveryId, clock.nowMs());
      return null;
    } catch (error) {
      if (!(error instanceof ChannelProblem)) throw error;
      const { fault, detail } = error;
      const nextMs = fault === 'REFUSED' ? null : nowMs + Math.min(longestRestMs, firstRestMs * 2 ** Math.min(tries, 10));
      await rows.notTaken(deliveryId, { error: fault, errorDetail: detail, nowMs: clock.nowMs(), nextMs });
      logger.warn({ deliveryId, channel: name, fault, detail, again: nextMs !== null }, 'a letter was not taken');
      return fault;
    }
  };

  const run = async (name: DeliveryChannel, stop: AbortSignal): Promise<void> => {
    const channel = channels[name] ?? null;
    if (channel === null) return;
    const { batch, atOnce } = paces[name];
    const letters = (await rows.due(name, clock.nowMs(), batch)).values();
    let isSilent = false;
    const bearer = async (): Promise<void> => {
      for (const letter of letters) {
        if (stop.aborted || isSilent) return;
        const fault = await deliver(letter, channel, name);
        // Each device has a push service of its own.
        if (fault !== null && name !== 'push' && ofTheChannel.includes(fault)) isSilent = true;
      }
    };
    const ends = await Promise.allSettled(Array.from({ length: atOnce }, bearer));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  };

  const tidy = async (): Promise<void> => {
    await rows.expire(clock.nowMs());
    await rows.deleteOlder(clock.nowMs() - deliveryKeptMs);
  };
  const served = deliveryChannels.filter((name) => name in channels);
  return [
    { id: 'deliveries', everyMs: tidiedEveryMs, firstAfterMs: everyMs, run: tidy },
    ...served.map((name) => ({ id: `deliveries-${name}`, everyMs, run: (stop: AbortSignal) => run(name, stop) })),
  ];
}
