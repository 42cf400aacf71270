import { houseWords } from '../../contract/house-words.ts';
import { parseInstrumentId } from '../../domain/markets/instrument.ts';

type Words = Readonly<Record<string, string | undefined>>;
const toHouse: Words = Object.assign(Object.create(null) as Words, houseWords);
const toWire: Words = Object.assign(
  Object.create(null) as Words,
  Object.fromEntries(Object.entries(houseWords).map(([wire, house]) => [house, wire])),
);

/**
 * What these hold is under words of its own: parameters of an error or a strategy, its schema,
 * what it keeps in mind, hears and asks for, levels by plugin.
 */
const ownWithin: ReadonlySet<string> = new Set(['params', 'schema', 'state', 'event', 'actions', 'vip_overrides', 'vipOverrides']);
const none: ReadonlySet<string> = new Set();

/** What the wire tells, in the words of the house, lists and all that is within; `own` words stay as they are with what they hold. */
export function houseOf(told: unknown, own = none): unknown {
  if (typeof told !== 'object' || told === null) return told;
  if (Array.isArray(told)) return told.map((one) => houseOf(one, own));
  const spoken: Record<string, unknown> = {};
  // Thousands of tickers at once: no list of entries is made of each.
  for (const word of Object.keys(told)) {
    const value = (told as Readonly<Record<string, unknown>>)[word];
    if (own.has(word)) spoken[word] = value;
    else {
      if (word === 'id') spoken.exchange ??= exchangeOf(value);
      spoken[toHouse[word] ?? word] = typeof value !== 'object' || ownWithin.has(word) ? value : houseOf(value, own);
    }
  }
  return spoken;
}

/** What the house asks, in the words of the wire. What is no market's id goes as it came, and the server says what is wrong with it. */
export function wireOf(asked: unknown, own = none): unknown {
  if (typeof asked !== 'object' || asked === null) return asked;
  if (Array.isArray(asked)) return asked.map((one) => wireOf(one, own));
  const sent: Record<string, unknown> = {};
  for (const [word, value] of Object.entries(asked)) {
    const market = word === 'instrumentId' ? parseInstrumentId(String(value)) : null;
    if (market === null) sent[toWire[word] ?? word] = own.has(word) || ownWithin.has(word) ? value : wireOf(value, own);
    else Object.assign(sent, { exchange: market.exchange, symbol: market.symbol, account_type: market.accountType });
  }
  return sent;
}

const exchangeOf = (id: unknown): string => String(id).slice(0, Math.max(0, String(id).indexOf('/')));
