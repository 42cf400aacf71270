import { makeAutoObservable, observableRef } from 'mobx';
import type { AppError, Outcome } from '../../core/contract/app-error.ts';
import type { Accounts, Api, OrderRequest, OrderView } from '../../core/contract/client-services.ts';
import type { ErrorCode } from '../../core/contract/error-catalogue.ts';
import type { UiTimers } from '../../core/ui/ui-services.tsx';

/** An order on its way; the client order id is given when it is sent. */
export interface OutgoingOrder {
  readonly accountName: string;
  readonly request: Omit<OrderRequest, 'client_order_id'>;
}

export interface SentOrder extends OutgoingOrder {
  readonly clientOrderId: string;
  readonly sentMs: number;
  /** `unresolved`: nobody has said what became of it; it is looked up, and never called failed. */
  readonly state: 'sending' | 'accepted' | 'refused' | 'unresolved';
  /** The first of its orders, when accepted. */
  readonly order: OrderView | null;
  readonly error: AppError | null;
  /** True when the exchange was asked and does not know it so far. */
  readonly missing: boolean;
}

/** Answers after which the order may exist. */
const openOutcomes: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'CLIENT_TIMEOUT',
  'CLIENT_OFFLINE',
  'ORDER_UNRESOLVED',
  'SERVER_FAILURE',
  // Only a repeat can be told so: the first one has arrived.
  'ORDER_DUPLICATE_CLIENT_ID',
]);
const lookUpAfterMs = [1_000, 2_000, 4_000, 8_000, 15_000] as const;
/** Clocks of browser and server differ. */
const clockSlackMs = 120_000;

/**
 * Sends orders, each under an id of its own, and stays with them until their fate is known. An order of which nobody knows the fate
 * keeps its id: sending the same content again cannot make a second one.
 */
export class OrderSender {
  orders: readonly SentOrder[] = [];
  private readonly accounts: Pick<Accounts, 'place' | 'openOrders' | 'endedOrders'>;
  private readonly api: Api;
  private readonly timers: Pick<UiTimers, 'nowMs' | 'after'>;
  private readonly makeId: () => string;
  private readonly waiting = new Map<string, () => void>();

  constructor(
    accounts: Pick<Accounts, 'place' | 'openOrders' | 'endedOrders'>,
    api: Api,
    timers: Pick<UiTimers, 'nowMs' | 'after'>,
    makeId: () => string,
  ) {
    this.accounts = accounts;
    this.api = api;
    this.timers = timers;
    this.makeId = makeId;
    makeAutoObservable<this, 'accounts' | 'api' | 'timers' | 'makeId' | 'waiting'>(
      this,
      { orders: observableRef, accounts: false, api: false, timers: false, makeId: false, waiting: false },
      { autoBind: true },
    );
  }

  get busy(): boolean {
    return this.orders.some(({ state }) => state === 'sending');
  }

  /** Sends all of them at once; gives them when each is answered. Does nothing while others are on their way. */
  async send(outgoing: readonly OutgoingOrder[]): Promise<readonly SentOrder[]> {
    if (this.busy) return [];
    const open = this.orders.filter(({ state }) => state === 'unresolved');
    const sent = outgoing.map((one): SentOrder => {
      const earlier = open.find((other) => isSameContent(other, one));
      const clientOrderId = earlier?.clientOrderId ?? this.makeId();
      return {
        ...one,
        clientOrderId,
        sentMs: earlier?.sentMs ?? this.timers.nowMs(),
        state: 'sending',
        order: null,
        error: null,
        missing: false,
      };
    });
    const ids = new Set(sent.map(({ clientOrderId }) => clientOrderId));
    this.orders = [...open.filter(({ clientOrderId }) => !ids.has(clientOrderId)), ...sent];
    await Promise.all(sent.map((one) => this.place(one)));
    return this.orders.filter(({ clientOrderId }) => ids.has(clientOrderId));
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
  view({ order }: SentOrder): OrderView | null {
    if (order === null) return null;
    const isIt = (other: OrderView): boolean => other.order_id === order.order_id && other.id === order.id;
    return this.accounts.openOrders.find(isIt) ?? this.accounts.endedOrders.find(isIt) ?? order;
  }

  dispose(): void {
    for (const id of [...this.waiting.keys()]) this.stopWaiting(id);
  }

  private async place({ request, clientOrderId }: SentOrder): Promise<void> {
    this.stopWaiting(clientOrderId);
    const outcome = await this.accounts.place({ ...request, client_order_id: clientOrderId });
    this.settle(clientOrderId, outcome);
  }

  private settle(clientOrderId: string, outcome: Outcome<readonly OrderView[]>): void {
    if (outcome.ok) this.change(clientOrderId, { state: 'accepted', order: outcome.value[0] ?? null, error: null });
    else if (!openOutcomes.has(outcome.error.code)) this.change(clientOrderId, { state: 'refused', error: outcome.error });
    else {
      this.change(clientOrderId, { state: 'unresolved', error: outcome.error });
      this.lookUpLater(clientOrderId, 0);
    }
  }

  private lookUpLater(clientOrderId: string, attempt: number): void {
    const delayMs = lookUpAfterMs[Math.min(attempt, lookUpAfterMs.length - 1)] ?? 0;
    this.waiting.set(
      clientOrderId,
      this.timers.after(delayMs, () => void this.lookUp(clientOrderId, attempt)),
    );
  }

  private async lookUp(clientOrderId: string, attempt: number): Promise<void> {
    const sent = this.find(clientOrderId);
    if (sent === null || sent.state !== 'unresolved') return;
    const known = await this.ask(sent);
    if (this.find(clientOrderId)?.state !== 'unresolved') return;
    if (known.order !== null) this.change(clientOrderId, { state: 'accepted', order: known.order, error: null });
    else {
      if (known.asked) this.change(clientOrderId, { missing: true });
      this.lookUpLater(clientOrderId, attempt + 1);
    }
  }

  /** Looks among what the page knows, then in the exchange's open and ended orders. */
  private async ask(sent: SentOrder): Promise<{ readonly order: OrderView | null; readonly asked: boolean }> {
    const { api_id } = sent.request;
    const isIt = (order: OrderView): boolean => order.client_order_id === sent.clientOrderId && order.api_id === api_id && isPlaced(order);
    const here = this.accounts.openOrders.find(isIt) ?? this.accounts.endedOrders.find(isIt);
    if (here !== undefined) return { order: here, asked: true };
    const open = await this.api.call('openOrders', { query: { api_ids: String(api_id) } });
    const ended = await this.api.call('orderHistory', { query: { api_ids: String(api_id), from: sent.sentMs - clockSlackMs, limit: 500 } });
    const found = [...(open.ok ? open.value : []), ...(ended.ok ? ended.value.results : [])].find(isIt) ?? null;
    return { order: found, asked: open.ok && ended.ok };
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

/** False for the trace of an order that was refused: it never came to be, and may be sent again. */
const isPlaced = ({ status, cause }: OrderView): boolean => status !== 'DENIED' && cause !== 'REFUSED';

const isSameContent = (a: OutgoingOrder, b: OutgoingOrder): boolean => JSON.stringify(a.request) === JSON.stringify(b.request);
