import type { Balance, LedgerPosting, LedgerRecord } from '../../../core/contract/trading.ts';
import type { VenueBatch, VenueEvent } from '../../../core/contract/venue.ts';
import type { CommittedBatch, CommittedCommand } from '../../engine/host/committed-batch.ts';
import type { BalanceChanged, EngineEvent } from '../../engine/host/engine-event.ts';
import { type EngineTrade, type LedgerEntry, systemAccounts } from '../../engine/sink.ts';
import { formatUnits } from '../scaled-number.ts';
import type { VenueInstruments } from '../venues/venue-instruments.ts';
import type { CommittedState } from './committed-state.ts';
import type { EngineDirectory } from './engine-directory.ts';
import { mapFill, mapOrder } from './order-mapping.ts';

const systemNames: Readonly<Record<number, Exclude<LedgerPosting['account'], number>>> = {
  [systemAccounts.external]: 'external',
  [systemAccounts.fees]: 'fees',
  [systemAccounts.insurance]: 'insurance',
  [systemAccounts.rounding]: 'rounding',
};

/**
 * Turns durable engine batches into what the venue reports, and keeps the committed state in step. Desks belong to the
 * house: their orders, fills and balances are not reported; in a ledger entry they are the outside world, so that the
 * lines still sum to zero.
 */
export class EventMapper {
  readonly #exchange: string;
  readonly #instruments: VenueInstruments;
  readonly #state: CommittedState;
  readonly #engine: { readonly directory: EngineDirectory };

  constructor(exchange: string, instruments: VenueInstruments, state: CommittedState, engine: { readonly directory: EngineDirectory }) {
    this.#exchange = exchange;
    this.#instruments = instruments;
    this.#state = state;
    this.#engine = engine;
  }

  map({ commands, lastSequence }: CommittedBatch): VenueBatch {
    const events: VenueEvent[] = [];
    for (const committed of commands) {
      const { sequence, events: changes, command } = committed;
      for (const change of changes) this.#event(change, sequence, events);
      const changed = changes[0]?.type === 'COMMAND_REJECTED' ? null : this.#instruments.listed.took(command);
      if (changed !== null) events.push({ type: 'instrument', instrument: changed });
    }
    const state = this.#state;
    state.sequence = lastSequence;
    state.timeMs = (commands.at(-1) as CommittedCommand).timeMs;
    return { exchange: this.#exchange, sequence: lastSequence, timeMs: state.timeMs, events };
  }

  balance(change: Omit<BalanceChanged, 'type'>): Balance | null {
    const account = this.#directory.keys[change.account] ?? null;
    const asset = this.#directory.assets[change.asset];
    if (account === null || asset === undefined) return null;
    return {
      exchange: this.#exchange,
      ...account,
      asset: asset.code,
      total: formatUnits(change.total, asset.scale),
      held: formatUnits(change.held, asset.scale),
    };
  }

  /** Recovery may try several engines; the last one counts. */
  get #directory(): EngineDirectory {
    return this.#engine.directory;
  }

  #event(event: EngineEvent, sequence: number, events: VenueEvent[]): void {
    switch (event.type) {
      case 'ORDER_CHANGED': {
        const { account } = event.order;
        const key = this.#directory.keys[account] ?? null;
        if (key === null) return;
        const order = mapOrder(event.order, event.cause, key.apiId, this.#instruments.grid(event.order.instrument, this.#directory));
        this.#state.setOrder(account, order);
        events.push({ type: 'order', order, sequence });
        return;
      }
      case 'TRADED':
        this.#trade(event.trade, events);
        return;
      case 'LEVEL_CHANGED': {
        const { instrument, side, price, qty } = event;
        const grid = this.#instruments.grid(instrument, this.#directory);
        this.#state.setLevel(instrument, side, price, qty);
        events.push({ type: 'level', instrumentId: grid.instrument.id, side, price: grid.price(price), qty: grid.qty(qty) });
        return;
      }
      case 'LEDGER_POSTED': {
        const entry = this.#entry(event.entry);
        if (entry !== null) events.push({ type: 'ledger', entry });
        return;
      }
      case 'BALANCE_CHANGED': {
        const balance = this.balance(event);
        if (balance === null) return;
        this.#state.setBalance(event.account, balance);
        events.push({ type: 'balance', balance });
        return;
      }
      default:
    }
  }

  /** What one owner trades with itself is no news of the market: its fills are told, the public tape does not have it. */
  #trade(trade: EngineTrade, events: VenueEvent[]): void {
    const grid = this.#instruments.grid(trade.instrument, this.#directory);
    const { keys } = this.#directory;
    const taker = keys[trade.takerAccount]?.apiId ?? 0;
    const maker = keys[trade.makerAccount]?.apiId ?? 0;
    if (taker !== 0) events.push({ type: 'fill', fill: mapFill(trade, true, taker, grid) });
    if (maker !== 0) events.push({ type: 'fill', fill: mapFill(trade, false, maker, grid) });
    if (!trade.movesLast) return;
    this.#state.setLast(trade.instrument, trade.price);
    events.push({
      type: 'trade',
      trade: {
        instrumentId: grid.instrument.id,
        tradeId: String(trade.tradeId),
        price: grid.price(trade.price),
        qty: grid.qty(trade.qty),
        side: trade.takerSide,
        timeMs: trade.timeMs,
      },
    });
  }

  /** Null when no user has a part in it. */
  #entry({ entryId, kind, reference, timeMs, lines }: LedgerEntry): LedgerRecord | null {
    const { keys, accounts, assets } = this.#directory;
    if (!lines.some(({ account }) => (keys[account] ?? null) !== null)) return null;
    const postings = lines.map(({ account, asset, amount }): LedgerPosting => {
      const { code, scale } = assets[asset] as (typeof assets)[number];
      const posted = { asset: code, amount: formatUnits(amount, scale) };
      const owner = keys[account] ?? null;
      if (owner === null)
        return { account: systemNames[account] ?? 'external', accountType: accounts[account]?.accountType ?? 'spot', ...posted };
      const { apiId, accountType, symbol } = owner;
      return { account: apiId, accountType, ...(symbol === undefined ? {} : { symbol }), ...posted };
    });
    return { exchange: this.#exchange, entryId: String(entryId), kind, reference, timeMs, lines: postings };
  }
}
