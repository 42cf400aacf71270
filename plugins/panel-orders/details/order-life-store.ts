import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { AppError } from '../../../core/contract/app-error.ts';
import type { Order, OrderLife } from '../../../core/contract/client-services.ts';
import { parseInstrumentId } from '../../../core/domain/markets/instrument.ts';
import type { Services } from '../requires.ts';

/** What names an order at its exchange. */
export type OrderRef = Pick<Order, 'instrumentId' | 'apiId' | 'orderId'>;

/** The life of one order; each answer tells all that was told of it before the question. */
export class OrderLifeStore {
  life: OrderLife | null = null;
  error: AppError | null = null;
  private readonly api: Services['api'];
  private readonly ref: OrderRef;
  private round = 0;

  constructor(api: Services['api'], ref: OrderRef) {
    this.api = api;
    this.ref = ref;
    makeAutoObservable<this, 'api' | 'ref' | 'round'>(
      this,
      { life: observableRef, error: observableRef, api: false, ref: false, round: false },
      { autoBind: true },
    );
  }

  async load(): Promise<void> {
    const round = ++this.round;
    const { instrumentId, apiId, orderId } = this.ref;
    const exchange = parseInstrumentId(instrumentId)?.exchange ?? '';
    const outcome = await this.api.call('orderEvents', { query: { apiId, exchange, orderId } });
    if (round !== this.round) return;
    runInAction(() => {
      if (outcome.ok) this.life = outcome.value;
      this.error = outcome.ok ? null : outcome.error;
    });
  }

  /** Takes no more answers. */
  dispose(): void {
    this.round++;
  }
}
