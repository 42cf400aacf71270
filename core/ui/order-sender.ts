import { makeAutoObservable, observableRef } from 'mobx';
import type { AppError, Outcome } from '../contract/app-error.ts';
import type { Accounts, Api, Order, OrderFate, OrderIntent } from '../contract/client-services.ts';
import { accountOfMarket } from '../domain/accounts/account-key.ts';
import type { UiTimers } from './ui-services.tsx';

/** An order on its way; the client order id is given when it is sent. */
export interface OutgoingOrder {
  readonly accountName: string;
  readonly request: Omit<OrderIntent, 'clientOrderId'>;
}

export interface SentOrder extends OutgoingOrder {
  readonly clientOrderId: string;
  readonly sentMs: number;
  /**
   * `unresolved`: nobody has said what became of it; its exchange is asked, and it is never called failed. `absent`: its exchange has said that
   * it never came, and it no longer can.
   */
  readonly state: 'sending' | 'accepted' | 'refused' | 'unresolved' | 'absent';
  /** The first of its orders, when accepted. */
  readonly order: Order | null;
  /** Why it was refused; of an unresolved one, why sending it again was, which says nothing of the first time. */
  readonly error: AppError | null;
  /** True from an answer that leaves open whether it was placed until that is known, also while it is sent again. */
  readonly unsure: boolean;
  /** True when the exchange was asked and does not know it so far. */
  readonly missing: boolean;
  /** Until when, by the server's clock in ms, what was sent without an answer may still be carried out; infinite when nobody knows. */
  readonly arrivesUntilMs: number;
}

const lookUpAfterMs = [1_000, 2_000, 4_000, 8_000, 15_000] as const;

export interface OrderSenderParts {
  readonly accounts: Pick<Accounts, 'place' | 'openOrders' | 'endedOrders'>;
  readonly api: Pick<Api, 'call'>;
  readonly timers: Pick<UiTimers, 'nowMs' | 'after'>;
  readonly makeId: () => string;
  /** An order without an answer was found, or the exchange said for the first time that it does not know it, or that it never came. */
  readonly onLookedUp?: (order: SentOrder) => void;
}

/**
 * Sends orders, each under an id of its own, and stays with them until their fate is known. An order of which nobody knows the fate
 * keeps its id: sending the same content again cannot make a second one.
 */
export class OrderSender {
  orders: readonly SentOrder[] = [];
  private readonly parts: OrderSenderParts;
  private readonly waiting = new Map<string, () => void>();

  constructor(parts: OrderSenderParts) {
    this.parts = parts;
    makeAutoObservable<this, 'parts' | 'waiting'>(this, { orders: observableRef, parts: false, waiting: false }, { autoBind: true });
  }

  get busy(): boolean {
    return this.orders.some(({ state }) => state === 'sending');
  }

  /** Orders of which nobody knows yet whether they were placed. */
  get unsure(): readonly SentOrder[] {
    return this.orders.filter(({ unsure }) => unsure);
  }

  /** Sends all of them at once; gives them when each is answered. One that is being sent again already is left to that. */
  async send(outgoing: readonly OutgoingOrder[]): Promise<readonly SentOrder[]> {
    const sent = outgoing.map((one) => {
      const earlier = this.unsure.find((other) => isSameContent(other, one));
      const order: SentOrder = { ...(earlier ?? this.fresh(one)), state: 'sending', error: null, missing: false };
      return { order, isUnderWay: earlier?.state === 'sending' };
    });
    const ids = new Set(sent.map(({ order }) => order.clientOrderId));
    const staying = this.orders.filter(({ clientOrderId, state, unsure }) => !ids.has(clientOrderId) && (unsure || state === 'sending'));
    this.orders = [...staying, ...sent.map(({ order }) => order)];
    return Promise.all(sent.map(({ order, isUnderWay }) => (isUnderWay ? order : this.place(order))));
  }

  /** The same order once more, under the same id. */
  async repeat(clientOrderId: string): Promise<void> {
    const order = this.find(clientOrderId);
    if (order === null || order.state === 'sending' || order.state === 'accepted') return;
    this.change(clientOrderId, { state: 'sending', error: null, missing: false });
    await this.place(order);
  }

  /** Takes the message away; an order that is under way stays. */
  forget(clientOrderId: string): void {
    if (this.find(clientOrderId)?.state === 'sending') return;
    this.stopWaiting(clientOrderId);
    this.orders = this.orders.filter((order) => order.clientOrderId !== clientOrderId);
  }

  /** The newest state of an accepted order. */
  view({ order }: SentOrder): Order | null {
    if (order === null) return null;
    const isIt = (other: Order): boolean => other.orderId === order.orderId && other.instrumentId === order.instrumentId;
    const { openOrders, endedOrders } = this.parts.accounts;
    return openOrders.find(isIt) ?? endedOrders.find(isIt) ?? order;
  }

  dispose(): void {
    for (const id of [...this.waiting.keys()]) this.stopWaiting(id);
  }

  private fresh(outgoing: OutgoingOrder): SentOrder {
    const { makeId, timers } = this.parts;
    return {
      ...outgoing,
      clientOrderId: makeId(),
      sentMs: timers.nowMs(),
      state: 'sending',
      order: null,
      error: null,
      unsure: false,
      missing: false,
      arrivesUntilMs: 0,
    };
  }

  private async place(sent: SentOrder): Promise<SentOrder> {
    const { request, clientOrderId } = sent;
    this.stopWaiting(clientOrderId);
    const outcome = await this.parts.accounts.place({ ...request, clientOrderId: clientOrderId });
    const answer = answerOf(outcome, sent);
    this.change(clientOrderId, answer);
    if (answer.state === 'unresolved') this.lookUpLater(clientOrderId, 0);
    return { ...sent, ...answer };
  }

  private lookUpLater(clientOrderId: string, attempt: number): void {
    this.stopWaiting(clientOrderId);
    const delayMs = lookUpAfterMs[Math.min(attempt, lookUpAfterMs.length - 1)] ?? 0;
    this.waiting.set(
      clientOrderId,
      this.parts.timers.after(delayMs, () => void this.lookUp(clientOrderId, attempt)),
    );
  }

  private async lookUp(clientOrderId: string, attempt: number): Promise<void> {
    const sent = this.find(clientOrderId);
    if (sent === null || sent.state !== 'unresolved') return;
    const fate = await this.ask(sent);
    const now = this.find(clientOrderId);
    // Sent again meanwhile, or nobody wants to know any more.
    if (now?.state !== 'unresolved' || !this.waiting.has(clientOrderId)) return;
    const news = lookedUp(now, fate);
    this.change(clientOrderId, news);
    if (news.state === 'unresolved') this.lookUpLater(clientOrderId, attempt + 1);
    else this.stopWaiting(clientOrderId);
    if (news.state !== 'unresolved' || news.missing !== now.missing) this.parts.onLookedUp?.(news);
  }

  /** Looks among what the page knows, then asks the exchange. */
  private async ask(sent: SentOrder): Promise<OrderFate> {
    const { accounts, api } = this.parts;
    const { apiId, instrumentId } = sent.request;
    const isIt = (order: Order): boolean => order.clientOrderId === sent.clientOrderId && order.apiId === apiId && isPlaced(order);
    const here = accounts.openOrders.find(isIt) ?? accounts.endedOrders.find(isIt);
    if (here !== undefined) return { state: 'PLACED', order: here };
    const query = { ...accountOfMarket(apiId, instrumentId), clientOrderId: sent.clientOrderId };
    const fate = await api.call('findOrder', { query });
    return fate.ok ? fate.value : { state: 'UNSURE' };
  }

  private find(clientOrderId: string): SentOrder | null {
    return this.orders.find((order) => order.clientOrderId === clientOrderId) ?? null;
  }

  private change(clientOrderId: string, change: Partial<SentOrder>): void {
    this.orders = this.orders.map((order) => (order.clientOrderId === clientOrderId ? { ...order, ...change } : order));
  }

  private stopWaiting(clientOrderId: string): void {
    this.waiting.get(clientOrderId)?.();
    this.waiting.delete(clientOrderId);
  }
}

/** What an answer makes of an order that was on its way. */
function answerOf(
  outcome: Outcome<readonly Order[]>,
  { unsure, arrivesUntilMs }: SentOrder,
): Pick<SentOrder, 'state' | 'order' | 'error' | 'unsure' | 'arrivesUntilMs'> {
  if (outcome.ok) return { state: 'accepted', order: outcome.value[0] ?? null, error: null, unsure: false, arrivesUntilMs };
  const { error } = outcome;
  // Only a repeat can be told that its id is used: the first one has arrived.
  if (error.isOutcomeOpen || error.code === 'ORDER_DUPLICATE_CLIENT_ID') {
    const { notAfterMs } = error.params;
    const latestMs = typeof notAfterMs === 'number' ? notAfterMs : Number.POSITIVE_INFINITY;
    return { state: 'unresolved', order: null, error: null, unsure: true, arrivesUntilMs: Math.max(arrivesUntilMs, latestMs) };
  }
  return { state: unsure ? 'unresolved' : 'refused', order: null, error, unsure, arrivesUntilMs };
}

/** What the exchange's answer makes of an order of which nobody knew. */
function lookedUp(sent: SentOrder, fate: OrderFate): SentOrder {
  if (fate.state === 'PLACED') return { ...sent, state: 'accepted', order: fate.order, error: null, unsure: false };
  if (fate.state === 'UNSURE') return sent;
  const isOver = fate.asOfMs > sent.arrivesUntilMs;
  return isOver ? { ...sent, state: 'absent', error: null, unsure: false, missing: true } : { ...sent, missing: true };
}

/** False for the trace of an order that was refused: it never came to be, and may be sent again. */
const isPlaced = ({ status, cause }: Order): boolean => status !== 'DENIED' && cause !== 'REFUSED';

const isSameContent = (a: OutgoingOrder, b: OutgoingOrder): boolean => JSON.stringify(a.request) === JSON.stringify(b.request);
