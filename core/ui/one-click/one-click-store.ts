import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { AppError } from '../../contract/app-error.ts';
import type { Accounts, Api, ApiAccount, Order } from '../../contract/client-services.ts';
import type { AccountAct } from '../../domain/accounts/account-act.ts';
import type { Instrument } from '../../domain/markets/instrument.ts';
import { bandProblem, type ClickOrder, type Problem, problemOf, type SafetyContext } from '../../domain/orders/order-safety.ts';
import { OrderSender, type OutgoingOrder, type SentOrder } from '../order-sender.ts';
import type { UiTimers } from '../ui-services.tsx';

export interface OneClickParts {
  readonly instrument: Instrument;
  readonly accounts: Pick<Accounts, 'accountFor' | 'may' | 'place' | 'amend' | 'cancel' | 'openOrders' | 'endedOrders'>;
  readonly api: Pick<Api, 'call'>;
  readonly timers: Pick<UiTimers, 'nowMs' | 'after'>;
  readonly makeId: () => string;
  /** What was refused, here or by the server. */
  readonly onRefusal: (problem: Problem | AppError) => void;
  /** Nobody has said what came of it. */
  readonly onOpen: (news: OpenNews, click: ClickResult) => void;
}

/**
 * What is told of clicks whose outcome is open: `place`, `cancel` or `amend` had no answer; the exchange does not know the order so
 * far (`missing`), or says that it never came and no longer can (`absent`), or it was `found`.
 */
export type OpenNews = ClickResult['action'] | 'missing' | 'absent' | 'found';

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
 * order takes the one path, `ACCOUNTS`; nothing is sent twice for one click, nor for a second one while it is open what came of the
 * first.
 */
export class OneClickStore {
  armed = false;
  /** Calls that wait for an answer. */
  pending = 0;
  last: ClickResult | null = null;
  private readonly parts: OneClickParts;
  private readonly sender: OrderSender;
  private idleMs = 0;
  private cancelIdle: (() => void) | null = null;

  constructor(parts: OneClickParts) {
    this.parts = parts;
    const { accounts, api, timers, makeId } = parts;
    this.sender = new OrderSender({ accounts, api, timers, makeId, onLookedUp: (order) => this.tellLookedUp(order) });
    makeAutoObservable<this, 'parts' | 'sender' | 'idleMs' | 'cancelIdle'>(
      this,
      { last: observableRef, parts: false, sender: false, idleMs: false, cancelIdle: false },
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

  /** How many placed orders have no answer yet; they are looked up. */
  get openCount(): number {
    return this.sender.unsure.length;
  }

  dispose(): void {
    this.disarm();
    this.sender.dispose();
  }

  /** Sends an order for a click. Resolves when the answer is here; without arms it does nothing. */
  async place(order: ClickOrder, context: SafetyContext): Promise<void> {
    if (!this.armed) return;
    this.keepAwake();
    const problem = problemOf(order, context);
    if (problem !== null) return this.parts.onRefusal(problem);
    const { instrument } = this.parts;
    const account = this.parts.accounts.accountFor(instrument.exchange, instrument.accountType);
    if (account === null) return;
    const click: ClickResult = { action: 'place', count: 1, side: order.side, price: order.price, qty: order.qty };
    this.pending += 1;
    const [sent] = await this.sender.send([outgoingOf(order, this.parts.instrument, account)]);
    runInAction(() => {
      this.pending -= 1;
      if (sent?.state === 'accepted') this.last = click;
    });
    if (sent?.state === 'refused' && sent.error !== null) this.parts.onRefusal(sent.error);
    else if (sent?.state === 'unresolved') this.parts.onOpen('place', click);
  }

  /** Takes back those that the user may; orders of accounts that are only looked at stand in the book too. */
  async cancel(seen: readonly Order[]): Promise<void> {
    const orders = this.within('reduce', seen);
    const [first] = orders;
    if (!this.armed || first === undefined) return;
    this.keepAwake();
    await this.send(
      { action: 'cancel', count: orders.length, side: first.side, price: first.price ?? '', qty: first.qty ?? '' },
      orders.map((order) => () => this.parts.accounts.cancel(order)),
    );
  }

  /** Moves those that the user may to another price; each keeps its quantity. */
  async amend(seen: readonly Order[], price: string, context: SafetyContext): Promise<void> {
    const orders = this.within('trade', seen);
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

  private within(act: AccountAct, orders: readonly Order[]): readonly Order[] {
    return orders.filter(({ apiId }) => this.parts.accounts.may(act, apiId).outcome === 'granted');
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
    const errors = outcomes.flatMap(({ error }) => error ?? []);
    for (const error of errors) if (!error.isOutcomeOpen) this.parts.onRefusal(error);
    const open = errors.filter(({ isOutcomeOpen }) => isOutcomeOpen);
    if (open.length > 0) this.parts.onOpen(result.action, { ...result, count: open.length });
  }

  private tellLookedUp({ request, state }: SentOrder): void {
    const { side, price = '', qty = '' } = request;
    const click: ClickResult = { action: 'place', count: 1, side, price, qty };
    this.parts.onOpen(state === 'accepted' ? 'found' : state === 'absent' ? 'absent' : 'missing', click);
  }

  private keepAwake(): void {
    this.cancelIdle?.();
    this.cancelIdle = this.parts.timers.after(this.idleMs, () => this.disarm());
  }
}

function outgoingOf(order: ClickOrder, instrument: Instrument, { apiId, name }: ApiAccount): OutgoingOrder {
  const common = { apiId, instrumentId: instrument.id, side: order.side, qty: order.qty };
  const request: OutgoingOrder['request'] =
    order.kind === 'MARKET'
      ? { ...common, type: 'MARKET' }
      : { ...common, type: 'LIMIT', price: order.price, timeInForce: order.kind === 'POST_ONLY' ? 'GTX' : 'GTC' };
  return { accountName: name, request };
}
