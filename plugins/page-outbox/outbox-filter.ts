import { deliveryChannels, deliveryKinds, deliveryStates } from '../../core/domain/delivery.ts';
import type { OutboxFilterView } from '../../schemas/wire/outbox.ts';

/** What an address of this page says. Foreign text: only what the calls understand is taken. */
export function readAddress(query: string): OutboxFilterView {
  const params = new URLSearchParams(query);
  const one = <T extends string>(name: string, known: readonly T[]) => known.find((word) => word === params.get(name));
  const [channel, state, kind] = [one('channel', deliveryChannels), one('state', deliveryStates), one('kind', deliveryKinds)];
  const search = params.get('search')?.slice(0, 200);
  return {
    ...(channel === undefined ? {} : { channel }),
    ...(state === undefined ? {} : { state }),
    ...(kind === undefined ? {} : { kind }),
    ...(search ? { search } : {}),
  };
}

/** The address's query for it, with its question mark; empty where there is nothing to say. */
export function writeAddress(filter: OutboxFilterView): string {
  const said = new URLSearchParams(filter as Record<string, string>).toString();
  return said === '' ? '' : `?${said}`;
}
