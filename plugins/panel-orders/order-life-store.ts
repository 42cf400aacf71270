import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { AppError } from '../../core/contract/app-error.ts';
import type { OrderView } from '../../core/contract/client-services.ts';
import { parseInstrumentId } from '../../core/domain/instrument.ts';
import type { OrderLifeView } from '../../schemas/wire/order-events.ts';
import type { Services } from './requires.ts';

/** What names an order at its exchange. */
export type OrderRef = Pick<OrderView, 'id' | 'api_id' | 'order_id'>;

interface Waiting {
  after(delayMs: number, task: () => void): () => void;
}

const retryMs = 400;
const mostRetries = 12;

/** The life of one order. The server writes it a moment after it happened: until it agrees with what is known here, it is asked again. */
export class OrderLifeStore {
  life: OrderLifeView | null = null;
  error: AppError | null = null;
  private readonly api: Services['api'];
  private readonly timers: Waiting;
  private readonly ref: OrderRef;
  /** State of the order as the account's stream told it; null when it did not. */
  private seen: Pick<OrderView, 'update_time' | 'status'> | null = null;
  /** Refusals that the life must have at least. */
  private refusals = 0;
  private stop: () => void = () => undefined;
  private round = 0;

  constructor(api: Services['api'], timers: Waiting, ref: OrderRef) {
    this.api = api;
    this.timers = timers;
    this.ref = ref;
    makeAutoObservable<this, 'api' | 'timers' | 'ref' | 'seen' | 'refusals' | 'stop' | 'round'>(
      this,
      {
        life: observableRef,
        error: observableRef,
        api: false,
        timers: false,
        ref: false,
        seen: false,
        refusals: false,
        stop: false,
        round: false,
      },
      { autoBind: true },
    );
  }

  /** Loads the life, and again whenever the order has moved on. */
  follow(seen: Pick<OrderView, 'update_time' | 'status'> | null): void {
    this.seen = seen;
    void this.load(mostRetries);
  }

  /** An amendment was refused, which changes nothing of the order itself: the life is asked for until it tells of it. */
  expectRefusal(): void {
    this.refusals = Math.max(this.refusals, refusalsIn(this.life)) + 1;
    void this.load(mostRetries);
  }

  async load(retries: number): Promise<void> {
    this.stop();
    const round = ++this.round;
    const { id, api_id, order_id } = this.ref;
    const exchange = parseInstrumentId(id)?.exchange ?? '';
    const outcome = await this.api.call('orderEvents', { query: { api_id, exchange, order_id } });
    if (round !== this.round) return;
    const behind = outcome.ok ? this.isBehind(outcome.value) : outcome.error.code === 'ORDER_UNKNOWN';
    if (behind && retries > 0) this.stop = this.timers.after(retryMs, () => void this.load(retries - 1));
    runInAction(() => {
      if (outcome.ok) this.life = outcome.value;
      this.error = outcome.ok || (behind && retries > 0) ? null : outcome.error;
    });
  }

  /** Takes no more answers. */
  dispose(): void {
    this.round++;
    this.stop();
  }

  private isBehind(life: OrderLifeView): boolean {
    if (refusalsIn(life) < this.refusals) return true;
    return this.seen !== null && (life.order.update_time < this.seen.update_time || life.order.status !== this.seen.status);
  }
}

const refusalsIn = (life: OrderLifeView | null): number => life?.events.filter(({ refusal }) => refusal !== null).length ?? 0;
