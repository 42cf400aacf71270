import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { AppError } from '../../contract/app-error.ts';
import type { Accounts, OrderRequest, OrderView } from '../../contract/client-services.ts';
import type { Instrument } from '../../domain/instrument.ts';
import { bandProblem, type ClickOrder, type Problem, problemOf, type SafetyContext } from '../../domain/order-safety.ts';
import type { UiTimers } from '../ui-services.tsx';

export interface OneClickParts {
  readonly instrument: Instrument;
  readonly accounts: Pick<Accounts, 'accountFor' | 'place' | 'amend' | 'cancel'>;
  readonly timers: Pick<UiTimers, 'after'>;
  readonly makeId: () => string;
  /** What was refused, here or by the server. */
  readonly onRefusal: (problem: Problem | AppError) => void;
}

/** What a click did last, for the strip that shows it. */
export interface ClickResult {
  readonly action: 'place' | 'amend' | 'cancel';
  readonly count: number;
  readonly side: 'BUY' | 'SELL';
  readonly price: string;
  readonly qty: string;
}

/**
 * Trading by single clicks, only while armed. It belongs to one instrument and one shown panel: either leaving disposes it. Every
 * order takes the one path, `ACCOUNTS`; nothing is sent twice for one click.
 */
export class OneClickStore {
  armed = false;
  /** Calls that wait for an answer. */
  pending = 0;
  last: ClickResult | null = null;
  private readonly parts: OneClickParts;
  private idleMs = 0;
  private cancelIdle: (() => void) | null = null;

  constructor(parts: OneClickParts) {
    this.parts = parts;
    makeAutoObservable<this, 'parts' | 'idleMs' | 'cancelIdle'>(
      this,
      { last: observableRef, parts: false, idleMs: false, cancelIdle: false },
      { autoBind: true },
    );
  }

  /** Lets clicks send orders until `idleMs` have passed without one. */
  arm(idleMs: number): void {
    this.armed = true;
    this.last = null;
    this.idleMs = idleMs;
    this.keepAwake();
  }

  disarm(): void {
    this.cancelIdle?.();
    this.cancelIdle = null;
    this.armed = false;
  }

  /** Sends an order for a click. Resolves when the answer is here; without arms it does nothing. */
  async place(order: ClickOrder, context: SafetyContext): Promise<void> {
    if (!this.armed) return;
    this.keepAwake();
    const problem = problemOf(order, context);
    if (problem !== null) return this.parts.onRefusal(problem);
    const account = this.parts.accounts.accountFor(this.parts.instrument.exchange);
    if (account === null) return;
    const { side, price, qty } = order;
    await this.send({ action: 'place', count: 1, side, price, qty }, [
      async () => this.parts.accounts.place(requestOf(order, this.parts.instrument, account.api_id, this.parts.makeId())),
    ]);
  }

  async cancel(orders: readonly OrderView[]): Promise<void> {
    const [first] = orders;
    if (!this.armed || first === undefined) return;
    this.keepAwake();
    await this.send(
      { action: 'cancel', count: orders.length, side: first.side, price: first.price ?? '', qty: first.qty ?? '' },
      orders.map((order) => () => this.parts.accounts.cancel(order)),
    );
  }

  /** Moves orders to another price; each keeps its quantity. */
  async amend(orders: readonly OrderView[], price: string, context: SafetyContext): Promise<void> {
    const [first] = orders;
    const moved = orders.filter((order) => order.price !== price);
    if (!this.armed || first === undefined || moved.length === 0) return;
    this.keepAwake();
    const problem = bandProblem(first.side, price, context);
    if (problem !== null) return this.parts.onRefusal(problem);
    await this.send(
      { action: 'amend', count: moved.length, side: first.side, price, qty: first.qty ?? '' },
      moved.map((order) => () => this.parts.accounts.amend(order, { price })),
    );
  }

  private async send(
    result: ClickResult,
    calls: readonly (() => Promise<{ readonly ok: boolean; readonly error?: AppError }>)[],
  ): Promise<void> {
    this.pending += 1;
    const outcomes = await Promise.all(calls.map((call) => call()));
    runInAction(() => {
      this.pending -= 1;
      const count = outcomes.filter((outcome) => outcome.ok).length;
      if (count > 0) this.last = { ...result, count };
    });
    for (const outcome of outcomes) if (outcome.error !== undefined) this.parts.onRefusal(outcome.error);
  }

  private keepAwake(): void {
    this.cancelIdle?.();
    this.cancelIdle = this.parts.timers.after(this.idleMs, () => this.disarm());
  }
}

function requestOf(order: ClickOrder, instrument: Instrument, apiId: number, clientOrderId: string): OrderRequest {
  const { exchange, symbol, accountType } = instrument;
  const common = {
    api_id: apiId,
    exchange,
    symbol,
    account_type: accountType,
    side: order.side,
    qty: order.qty,
    client_order_id: clientOrderId,
  };
  if (order.kind === 'MARKET') return { ...common, type: 'MARKET' };
  return { ...common, type: 'LIMIT', price: order.price, time_in_force: order.kind === 'POST_ONLY' ? 'GTX' : 'GTC' };
}
