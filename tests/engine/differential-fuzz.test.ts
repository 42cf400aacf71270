import { describe, expect, it } from 'vitest';
import { createEngine, restoreEngine } from '../../server/engine/engine.ts';
import type { EnginePort } from '../../server/engine/engine-port.ts';
import { copyOrder } from '../../server/engine/host/recording-sink.ts';
import type { EngineOrder, EngineTrade } from '../../server/engine/sink.ts';
import { accountCount, fuzzOpening, RandomCommands } from './random-commands.ts';
import { Recorder, type SinkEvent } from './recorder.ts';
import { ReferenceMatcher } from './reference-matcher.ts';

const operations = Number(process.env.TESSERA_FUZZ_OPS ?? 50_000);
const firstSeed = Number(process.env.TESSERA_FUZZ_SEED ?? 1);
/** A seed's stream is short enough to be read when it fails; many seeds make the whole run. */
const operationsPerSeed = 2_500;

const orderFields = Object.keys(copyOrder({} as EngineOrder)) as (keyof EngineOrder)[];
const tradeFields = [
  'tradeId',
  'instrument',
  'price',
  'qty',
  'takerSide',
  'takerOrderId',
  'makerOrderId',
  'takerAccount',
  'makerAccount',
  'takerFee',
  'makerFee',
  'movesLast',
  'timeMs',
] as const satisfies readonly (keyof EngineTrade)[];

/** Compared as text, field by field: readable when it differs, and fast. Refusals are compared by reason. */
function textOf(events: readonly SinkEvent[]): string {
  return events
    .map(lineOf)
    .filter((line) => line !== '')
    .join('\n');
}

function lineOf(event: SinkEvent): string {
  switch (event.kind) {
    case 'order':
      return `order ${orderFields.map((field) => String(event.order[field])).join(' ')} ${event.cause}`;
    case 'trade':
      return `trade ${tradeFields.map((field) => String(event.trade[field])).join(' ')}`;
    case 'level':
      return `level ${event.instrument} ${event.side} ${event.price} ${event.qty}`;
    case 'entry': {
      const { entryId, kind, reference, timeMs, lines } = event.entry;
      return `entry ${entryId} ${kind} ${reference} ${timeMs} ${lines.map((line) => `${line.account}/${line.asset}:${line.amount}`).join(' ')}`;
    }
    case 'rejected':
      return `rejected ${event.reason}`;
    case 'repeated':
      return `repeated ${event.orderId}`;
    case 'balance':
      return '';
  }
}

/** `expect` is slow: it is asked only about what differs. */
function same(at: string, what: string, actual: unknown, expected: unknown): void {
  if (String(actual) !== String(expected)) expect(`${at}: ${what} ${actual}`).toBe(`${at}: ${what} ${expected}`);
}

function compareBooks(at: string, engine: EnginePort, reference: ReferenceMatcher): void {
  for (let instrument = 0; instrument < 2; instrument++) {
    for (const side of ['BUY', 'SELL'] as const) {
      same(at, `depth ${instrument} ${side}`, engine.depth(instrument, side, 1_000), reference.state.depth(instrument, side));
    }
    same(at, `last ${instrument}`, engine.lastPrice(instrument), reference.state.instruments[instrument]?.last ?? 0);
  }
}

/** Balances agree, and every wallet that changed was told with what it has now. */
function compareBalances(
  at: string,
  engine: EnginePort,
  reference: ReferenceMatcher,
  events: readonly SinkEvent[],
  before: Map<string, string>,
): void {
  const told = new Map<string, string>();
  for (const event of events) if (event.kind === 'balance') told.set(`${event.account}/${event.asset}`, `${event.total} ${event.held}`);
  for (let account = -4; account < accountCount; account++) {
    for (let asset = 0; asset < 3; asset++) {
      const key = `${account}/${asset}`;
      const { total, held } = engine.balance(account, asset);
      const now = `${total} ${held}`;
      const expected = `${reference.state.total(account, asset)} ${account < 0 ? 0 : reference.state.held(account, asset)}`;
      same(at, `wallet ${key}`, now, expected);
      if (account < 0) continue;
      if (told.has(key) || before.get(key) !== now) same(at, `told wallet ${key}`, told.get(key), now);
      before.set(key, now);
    }
  }
}

function runSeed(seed: number, count: number): void {
  let engine = createEngine();
  const reference = new ReferenceMatcher();
  const recorder = new Recorder();
  const opening = fuzzOpening();
  const commands = new RandomCommands(seed, {
    lastPrice: (instrument) => reference.state.instruments[instrument]?.last ?? 0,
    openOrders: () => reference.state.open,
    free: (account, asset) => reference.state.available(account, asset),
  });
  const balances = new Map<string, string>();
  for (let account = 0; account < accountCount; account++)
    for (let asset = 0; asset < 3; asset++) balances.set(`${account}/${asset}`, '0 0');
  for (let sequence = 1; sequence <= count; sequence++) {
    const command = opening[sequence - 1] ?? commands.next();
    const timeMs = 1_000 + sequence;
    engine.apply(sequence, timeMs, command, recorder);
    const events = recorder.take();
    const expected = textOf(reference.apply(timeMs, command));
    const actual = textOf(events);
    const at = `seed ${seed}, command ${sequence}`;
    same(at, 'events', actual, expected);
    compareBooks(at, engine, reference);
    compareBalances(at, engine, reference, events, balances);
    // An engine restored in mid-stream must go on as if nothing had happened.
    if (sequence % 997 === 0) engine = restoreEngine(engine.snapshot());
  }
}

describe('engine against the reference matcher', () => {
  it(`tells the same events and keeps the same books and balances over ${operations} random commands`, () => {
    const seeds = Math.ceil(operations / operationsPerSeed);
    for (let i = 0; i < seeds; i++) runSeed(firstSeed + i, Math.min(operationsPerSeed, operations));
  }, 3_600_000);
});
