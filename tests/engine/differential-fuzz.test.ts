import { describe, expect, it } from 'vitest';
import { createEngine, restoreEngine } from '../../server/engine/engine.ts';
import type { EnginePort } from '../../server/engine/engine-port.ts';
import { accountCount, fuzzOpening, RandomCommands } from './random-commands.ts';
import { Recorder, type SinkEvent } from './recorder.ts';
import { ReferenceMatcher } from './reference-matcher.ts';

const operations = Number(process.env['TESSERA_FUZZ_OPS'] ?? 50_000);
const firstSeed = Number(process.env['TESSERA_FUZZ_SEED'] ?? 1);
/** A seed's stream is short enough to be read when it fails; many seeds make the whole run. */
const operationsPerSeed = 2_500;

/** Compared as text: readable when it differs, and fast. Refusals are compared by reason. */
function textOf(events: readonly SinkEvent[]): string {
  const lines: string[] = [];
  for (const event of events) {
    if (event.kind === 'balance') continue;
    const shown = event.kind === 'rejected' ? { reason: event.reason } : event;
    lines.push(JSON.stringify(sorted(shown), (_, value) => (typeof value === 'bigint' ? `${value}n` : value)));
  }
  return lines.join('\n');
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}

function compareBooks(engine: EnginePort, reference: ReferenceMatcher): void {
  for (let instrument = 0; instrument < 2; instrument++) {
    for (const side of ['BUY', 'SELL'] as const) {
      expect(engine.depth(instrument, side, 1_000)).toEqual(reference.state.depth(instrument, side));
    }
    expect(engine.lastPrice(instrument)).toBe(reference.state.instruments[instrument]?.last ?? 0);
  }
}

/** Balances agree, and every wallet that changed was told with what it has now. */
function compareBalances(at: string, engine: EnginePort, reference: ReferenceMatcher, events: readonly SinkEvent[], before: Map<string, string>): void {
  const told = new Map<string, string>();
  for (const event of events) if (event.kind === 'balance') told.set(`${event.account}/${event.asset}`, `${event.total} ${event.held}`);
  for (let account = -4; account < accountCount; account++) {
    for (let asset = 0; asset < 3; asset++) {
      const key = `${account}/${asset}`;
      const { total, held } = engine.balance(account, asset);
      const now = `${total} ${held}`;
      const expected = `${reference.state.total(account, asset)} ${account < 0 ? 0 : reference.state.held(account, asset)}`;
      if (now !== expected) expect(`${at}, wallet ${key}: ${now}`).toBe(`${at}, wallet ${key}: ${expected}`);
      if (account < 0) continue;
      if (told.has(key) || before.get(key) !== now) expect(told.get(key)).toBe(now);
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
  });
  const balances = new Map<string, string>();
  for (let account = 0; account < accountCount; account++) for (let asset = 0; asset < 3; asset++) balances.set(`${account}/${asset}`, '0 0');
  for (let sequence = 1; sequence <= count; sequence++) {
    const command = opening[sequence - 1] ?? commands.next();
    const timeMs = 1_000 + sequence;
    engine.apply(sequence, timeMs, command, recorder);
    const events = recorder.take();
    const expected = textOf(reference.apply(timeMs, command));
    const actual = textOf(events);
    const at = `seed ${seed}, command ${sequence}`;
    if (actual !== expected) expect(`${at}\n${actual}`).toBe(`${at}\n${expected}`);
    compareBooks(engine, reference);
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
