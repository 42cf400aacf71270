import { expect, it } from 'vitest';
import { systemAccounts } from '../../server/engine/sink.ts';
import { LinearVenue } from './linear-venue.ts';
import type { SinkEvent } from './recorder.ts';
import { type LinearAsk, type LinearOrder, LinearReference, type Told } from './reference-linear.ts';
import { limitTerms, quote } from './venue.ts';

/** The reference works in fractions: a hundred thousand take it minutes. */
const operations = Math.min(Number(process.env.TESSERA_FUZZ_OPS ?? 8_000), 100_000);
const operationsPerSeed = 1_000;
const firstSeed = Number(process.env.TESSERA_FUZZ_SEED ?? 1);
const wallets = [3_000n, 8_000n, 20_000n, 1_000_000n];
const fees = { makerFeePpm: 200, takerFeePpm: 5_000 };
const instruments = 2;

/** Mulberry32. */
function randomOf(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** Events as the reference tells them. */
function toldBy(events: readonly SinkEvent[]): Told {
  if (events.some(({ kind }) => kind === 'rejected')) return 'refused';
  return events.flatMap((event) => {
    if (event.kind !== 'trade') return [];
    const { qty, price, takerAccount, makerAccount, takerFee, makerFee } = event.trade;
    return [`${qty}@${price} ${takerAccount} ${makerAccount} ${takerFee} ${makerFee}`];
  });
}

class Pair {
  readonly venue = new LinearVenue(wallets, Array(instruments).fill({ ...fees, bandPpm: 1_000_000 }));
  readonly reference = new LinearReference(wallets, instruments, fees.makerFeePpm, fees.takerFeePpm);
  readonly #random: (below: number) => number;
  #transfers = 0;
  #fundedMs = 1_000_000;

  constructor(seed: number) {
    this.#random = randomOf(seed);
    for (let instrument = 0; instrument < instruments; instrument++) {
      this.#mark(instrument, 100);
      wallets.forEach((_, account) => {
        const leverage = 1 + this.#random(100);
        this.venue.lever(account, leverage, instrument);
        (this.reference.leverages[instrument] as number[])[account] = leverage;
      });
    }
  }

  /** One random command on both; what each told. */
  step(): readonly [engine: Told, reference: Told] {
    const random = this.#random;
    const dice = random(100);
    const { book } = this.reference;
    if (dice < 8) {
      this.#mark(random(instruments), 80 + random(41));
      return [[], []];
    }
    if (dice < 10) return this.#fund(random(instruments), 80 + random(41), random(40_000_001) - 20_000_000);
    if (dice < 12) return this.#putIn(random(wallets.length), BigInt(1 + random(3_000)));
    if (dice < 16) return this.#takeOut(random(wallets.length), BigInt(1 + random(5_000)));
    const order = book[random(Math.max(1, book.length))];
    if (order !== undefined && dice < 26) return this.#cancel(order);
    if (order !== undefined && dice < 38) return this.#amend(order, 80 + random(41), 1 + random(300));
    return this.#place();
  }

  #mark(instrument: number, ticks: number): void {
    this.venue.mark(ticks, instrument);
    this.reference.mark(instrument, ticks);
  }

  #place(): readonly [Told, Told] {
    const random = this.#random;
    const isMarket = random(5) === 0;
    const isIoc = isMarket || random(4) === 0;
    const ask: LinearAsk = {
      account: random(wallets.length),
      instrument: random(instruments),
      isBuy: random(2) === 0,
      price: isMarket ? 0 : 80 + random(41),
      qty: 1 + random(300),
      reduceOnly: random(3) === 0,
      rests: !isIoc,
      whole: isIoc && random(4) === 0,
    };
    const { account, instrument, price, qty, reduceOnly } = ask;
    const words = {
      orderType: isMarket ? 'MARKET' : 'LIMIT',
      timeInForce: ask.whole ? 'FOK' : isIoc ? 'IOC' : 'GTC',
      stp: 'NONE',
    } as const;
    const terms = { ...limitTerms, ...words, account, instrument, side: ask.isBuy ? 'BUY' : 'SELL', price, qty, reduceOnly } as const;
    return [toldBy(this.venue.run({ type: 'PLACE', terms })), this.reference.place(ask)];
  }

  #cancel(order: LinearOrder): readonly [Told, Told] {
    const told = toldBy(this.venue.run({ type: 'CANCEL', account: order.account, orderId: order.orderId }));
    this.reference.cancel(order);
    return [told, []];
  }

  #amend(order: LinearOrder, price: number, qty: number): readonly [Told, Told] {
    const { account, orderId } = order;
    const told = toldBy(this.venue.run({ type: 'AMEND', account, orderId, price, qty, trigger: 0 }));
    return [told, this.reference.amend(order, price, qty)];
  }

  #fund(instrument: number, mark: number, ratePpb: number): readonly [Told, Told] {
    this.#fundedMs += 1_000_000;
    this.venue.run({ type: 'PAY_FUNDING', instrument, mark, ratePpb, fundingMs: this.#fundedMs });
    this.reference.fund(instrument, mark, ratePpb);
    return [[], []];
  }

  #putIn(account: number, amount: bigint): readonly [Told, Told] {
    this.venue.run({ type: 'TRANSFER', from: -1, to: account, asset: quote, amount, reference: `in-${this.#transfers++}` });
    this.reference.putIn(account, amount);
    return [[], []];
  }

  #takeOut(account: number, amount: bigint): readonly [Told, Told] {
    const reference = `out-${this.#transfers++}`;
    const told = toldBy(this.venue.run({ type: 'TRANSFER', from: account, to: -1, asset: quote, amount, reference }));
    return [told, this.reference.takeOut(account, amount)];
  }

  /** Wallets, positions and books of both, as text. */
  states(): readonly [engine: string, reference: string] {
    const { venue, reference } = this;
    const accounts = [...wallets.keys(), systemAccounts.insurance];
    const lines = (wallet: (account: number) => bigint, position: (account: number, at: number) => { lots: number; cost: bigint }) =>
      accounts.map((account) => {
        const held = Array.from({ length: instruments }, (_, at) => position(account, at)).map(({ lots, cost }) => `${lots}/${cost}`);
        return `${wallet(account)} ${held.join(' ')}`;
      });
    const theirs = (account: number): number => (account < 0 ? reference.insurance : account);
    const depth = Array.from({ length: instruments }, (_, at) =>
      (['BUY', 'SELL'] as const).map((side) => {
        const levels = new Map<number, number>();
        for (const { instrument, isBuy, price, qty, filled } of reference.book) {
          if (instrument === at && isBuy === (side === 'BUY')) levels.set(price, (levels.get(price) ?? 0) + qty - filled);
        }
        const sorted = [...levels].sort(([a], [b]) => (side === 'BUY' ? b - a : a - b)).flat();
        return [`${venue.engine.depth(at, side, 1_000)}`, `${sorted}`] as const;
      }),
    ).flat();
    const ours = lines(
      (account) => venue.wallet(account),
      (account, at) => venue.position(account, at),
    );
    const referred = lines(
      (account) => reference.wallets[theirs(account)] as bigint,
      (account, at) => reference.position(theirs(account), at),
    );
    return [
      [...ours, venue.wallet(systemAccounts.rounding), ...depth.map(([one]) => one)].join('\n'),
      [...referred, reference.rounding, ...depth.map(([, other]) => other)].join('\n'),
    ];
  }

  /** Every long has its short. */
  get lots(): number[] {
    const accounts = [...wallets.keys(), systemAccounts.insurance];
    return Array.from({ length: instruments }, (_, at) =>
      accounts.reduce((sum, account) => sum + this.venue.position(account, at).lots, 0),
    );
  }

  /** Nothing is made or lost: all wallets of the venue and its accounts together are empty. */
  get sum(): bigint {
    return [-4, -3, -2, -1, ...wallets.keys()].reduce((sum, account) => sum + this.venue.wallet(account), 0n);
  }
}

it(`trades and clears linear contracts as a naive reference does, over ${operations} random commands and restarts`, () => {
  let [trades, refused, liquidated] = [0, 0, 0];
  for (let done = 0, seed = firstSeed; done < operations; done += operationsPerSeed, seed++) {
    const pair = new Pair(seed);
    for (let count = 1; count <= Math.min(operationsPerSeed, operations); count++) {
      const at = `seed ${seed}, command ${count}`;
      const [engine, reference] = pair.step();
      if (String(engine) !== String(reference)) expect(`${at}: ${engine}`).toBe(`${at}: ${reference}`);
      if (engine === 'refused') refused++;
      else trades += engine.length;
      const [ours, theirs] = pair.states();
      if (ours !== theirs) expect(`${at}\n${ours}`).toBe(`${at}\n${theirs}`);
      expect(pair.lots).toEqual([0, 0]);
      if (count % 97 !== 0) continue;
      const hash = pair.venue.engine.stateHash();
      pair.venue.restart();
      expect([pair.venue.engine.stateHash(), pair.sum]).toEqual([hash, 0n]);
    }
    liquidated += pair.reference.liquidated;
  }
  expect([trades > operations / 10, refused > operations / 50, liquidated > operations / 1_000]).toEqual([true, true, true]);
}, 600_000);
