import type { RouteName } from '../../../schemas/wire/index.ts';
import type { InstrumentView } from '../../../schemas/wire/instrument.ts';
import type { OrderLifeView } from '../../../schemas/wire/order-events.ts';
import { houseCalls, houseTopics, houseWords, ownIdCalls, ownIdTopics, ownWords } from '../../contract/house-words.ts';
import type { TopicMessage } from '../../contract/stream-items.ts';
import type { Transfer } from '../../contract/trading.ts';
import { instrumentFromView } from './instrument-view.ts';
import { houseOf, wireOf } from './translate.ts';

/** The client's door: what is asked and answered over the wire, in the words of the house. */

type Input = { readonly query?: unknown; readonly body?: unknown };

const inHouseWords: ReadonlySet<string> = new Set(houseCalls);
const topicsInHouseWords: ReadonlySet<string> = new Set(houseTopics);
const aboutNoMarket: ReadonlySet<string> = new Set<string>([...ownIdCalls, ...ownIdTopics]);
const own: ReadonlySet<string> = new Set(ownWords);
const ownOf = (name: string): ReadonlySet<string> | undefined => (aboutNoMarket.has(name) ? own : undefined);

/** Answers of another shape than their words alone. */
const told: Partial<Record<RouteName, (reply: never) => unknown>> = {
  symbols: (views: readonly InstrumentView[]) => views.map(instrumentFromView),
  orderEvents: (life: OrderLifeView) => houseOf({ ...life, events: life.events.map(withHouseFields) }),
};

/** The fields that an amendment changed are named by values. */
const withHouseFields = (event: OrderLifeView['events'][number]): object => ({
  ...event,
  changes: event.changes.map((change) => ({ ...change, field: houseWords[change.field as 'trigger_price'] ?? change.field })),
});

/** An api account that both sides of a transfer are of is named once. */
const transferRequest = ({ from, to, reference, ...rest }: Transfer): unknown => {
  const { apiId, ...source } = from;
  const { apiId: other, ...target } = to;
  return wireOf({ apiId, from: source, to: other === apiId ? target : to, ...rest, transfer_id: reference });
};

export function askedInWire(name: RouteName, { query, body }: Input): Input {
  if (!inHouseWords.has(name)) return { query, body };
  return { query: wireOf(query, ownOf(name)), body: name === 'transfer' ? transferRequest(body as Transfer) : wireOf(body, ownOf(name)) };
}

export const toldInHouse = (name: RouteName, reply: unknown): unknown => {
  if (!inHouseWords.has(name)) return reply;
  const reshaped = told[name];
  return reshaped === undefined ? houseOf(reply, ownOf(name)) : reshaped(reply as never);
};

export function heardInHouse(message: TopicMessage): TopicMessage {
  const [kind = ''] = message.t.split(':', 1);
  if (kind === 'instruments') return { ...message, d: (message.d as readonly InstrumentView[]).map(instrumentFromView) };
  return topicsInHouseWords.has(kind) ? { ...message, d: houseOf(message.d, ownOf(kind)) } : message;
}
