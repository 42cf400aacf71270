import { decodeState } from '../../server/engine/codec/state-codec.ts';
import type { AddInstrument, Command, OrderTerms } from '../../server/engine/command.ts';
import { Engine } from '../../server/engine/engine.ts';
import { EngineState } from '../../server/engine/engine-state.ts';
import { openKinds } from '../../server/engine/rules/account-rules.ts';
import { linearRules } from '../../server/engine/rules/linear-rules.ts';
import { Recorder, type SinkEvent } from './recorder.ts';
import { base, limitTerms, Outcome, plainInstrument, quote } from './venue.ts';

const kinds = { ...openKinds, linear: linearRules };

/** A venue of linear contracts, which no product opens yet. */
export class LinearVenue {
  state = new EngineState(kinds);
  engine = new Engine(this.state);
  #sequence = 0;
  readonly #recorder = new Recorder();

  constructor(wallets: readonly bigint[], instruments: readonly Partial<AddInstrument>[]) {
    this.run({ type: 'ADD_ASSET', asset: base, code: 'BTC', scale: 8 });
    this.run({ type: 'ADD_ASSET', asset: quote, code: 'USDT', scale: 6 });
    instruments.forEach((terms, instrument) => {
      const kind = { instrument, symbol: `PERP${instrument}`, accountType: 'usdm', contractKind: 'linear' } as const;
      this.run({ ...plainInstrument, ...kind, ...terms });
    });
    wallets.forEach((amount, account) => {
      this.run({ type: 'ADD_ACCOUNT', account, key: `a${account}`, accountType: 'usdm', tradeGroup: 0, desk: false });
      if (amount > 0n) this.run({ type: 'TRANSFER', from: -1, to: account, asset: quote, amount, reference: `open-${account}` });
    });
  }

  /** What a snapshot was taken of. */
  static of(bytes: Uint8Array): LinearVenue {
    const venue = new LinearVenue([], []);
    venue.#open(bytes);
    return venue;
  }

  run(command: Command): SinkEvent[] {
    this.#sequence++;
    this.engine.apply(this.#sequence, 1_000 + this.#sequence, command, this.#recorder);
    return this.#recorder.take();
  }

  place(terms: Partial<OrderTerms>): Outcome {
    return new Outcome(this.run({ type: 'PLACE', terms: { ...limitTerms, ...terms } }));
  }

  mark(ticks: number, instrument = 0): SinkEvent[] {
    return this.run({ type: 'SET_REFERENCE_PRICE', instrument, watchedPrice: 'MARK', price: ticks });
  }

  lever(account: number, leverage: number, instrument = 0): SinkEvent[] {
    return this.run({ type: 'SET_LEVERAGE', account, instrument, leverage });
  }

  position(account: number, instrument = 0): { readonly lots: number; readonly cost: bigint } {
    const { lots, cost } = this.positions(instrument).of(account);
    return { lots, cost: BigInt(cost) };
  }

  wallet(account: number): bigint {
    return this.engine.balance(account, quote).total;
  }

  /** Goes on from a snapshot, as after a restart. */
  restart(): void {
    this.#open(this.engine.snapshot());
  }

  #open(bytes: Uint8Array): void {
    this.state = decodeState(bytes, kinds);
    this.engine = new Engine(this.state);
    this.#sequence = this.state.sequence;
  }

  private positions(instrument: number) {
    const record = this.state.instruments[instrument];
    if (record === undefined) throw new Error(`no instrument ${instrument}`);
    return record.positions;
  }
}
