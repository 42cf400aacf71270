import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { AppError, Outcome } from '../../core/contract/app-error.ts';
import { type InstrumentId, parseInstrumentId } from '../../core/domain/markets/instrument.ts';
import type { SubscriptionView } from '../../schemas/wire/symbol-subscription.ts';
import type { Services } from './requires.ts';

/** The markets that the user follows, kept at the server. */
export class SubscriptionsStore {
  ids: readonly InstrumentId[] = [];
  loading = true;
  /** Why the list could not be read. */
  error: AppError | null = null;
  private readonly services: Pick<Services, 'api' | 'notices' | 'texts'>;

  constructor(services: Pick<Services, 'api' | 'notices' | 'texts'>) {
    this.services = services;
    makeAutoObservable<this, 'services'>(
      this,
      { ids: observableRef, error: observableRef, has: false, services: false },
      { autoBind: true },
    );
  }

  has(id: InstrumentId): boolean {
    return this.ids.includes(id);
  }

  async load(): Promise<void> {
    this.loading = true;
    const reply = await this.services.api.call('symbolSubscriptionList', {});
    runInAction(() => {
      this.loading = false;
      this.error = reply.ok ? null : reply.error;
    });
    this.take(reply);
  }

  async add(id: InstrumentId): Promise<void> {
    const body = keyOf(id);
    if (body !== null) this.shown(await this.services.api.call('symbolSubscriptionAdd', { body }));
  }

  /** Takes it off at once and offers to take that back. */
  async remove(id: InstrumentId): Promise<void> {
    const body = keyOf(id);
    if (body === null) return;
    const { api, notices, texts } = this.services;
    const reply = await api.call('symbolSubscriptionRemove', { body });
    if (!this.shown(reply)) return;
    notices.show('info', texts.t('panel-strategy-symbols', 'left', { symbol: body.symbol }), {
      action: {
        label: texts.t('panel-strategy-symbols', 'undo'),
        run: () => void this.add(id),
      },
    });
  }

  private shown(reply: Outcome<readonly SubscriptionView[]>): boolean {
    this.take(reply);
    if (!reply.ok) this.services.notices.error(reply.error);
    return reply.ok;
  }

  private take(reply: Outcome<readonly SubscriptionView[]>): void {
    if (reply.ok) runInAction(() => (this.ids = reply.value.map(({ id }) => id)));
  }
}

function keyOf(id: InstrumentId): Pick<SubscriptionView, 'exchange' | 'symbol' | 'account_type'> | null {
  const key = parseInstrumentId(id);
  return key === null ? null : { exchange: key.exchange, symbol: key.symbol, account_type: key.accountType };
}
