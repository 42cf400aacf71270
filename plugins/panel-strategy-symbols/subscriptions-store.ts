import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { AppError, Outcome } from '../../core/contract/app-error.ts';
import type { ReplyIn } from '../../core/contract/client-services.ts';
import { toldIn } from '../../core/contract/notices.ts';
import { type InstrumentId, parseInstrumentId } from '../../core/domain/markets/instrument.ts';
import type { Services } from './requires.ts';

const told = toldIn('panel-strategy-symbols');

/** The markets that the user follows, kept at the server. */
export class SubscriptionsStore {
  ids: readonly InstrumentId[] = [];
  loading = true;
  /** Why the list could not be read. */
  error: AppError | null = null;
  private readonly services: Pick<Services, 'api' | 'notices'>;

  constructor(services: Pick<Services, 'api' | 'notices'>) {
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
    this.shown(await this.services.api.call('symbolSubscriptionAdd', { body: { instrumentId: id } }));
  }

  /** Takes it off at once and offers to take that back. */
  async remove(id: InstrumentId): Promise<void> {
    const { api, notices } = this.services;
    const reply = await api.call('symbolSubscriptionRemove', { body: { instrumentId: id } });
    if (!this.shown(reply)) return;
    notices.show('info', told('left', { symbol: parseInstrumentId(id)?.symbol ?? id }), {
      action: {
        label: told('undo'),
        run: () => void this.add(id),
      },
    });
  }

  private shown(reply: Outcome<ReplyIn<'symbolSubscriptionList'>>): boolean {
    this.take(reply);
    if (!reply.ok) this.services.notices.error(reply.error);
    return reply.ok;
  }

  private take(reply: Outcome<ReplyIn<'symbolSubscriptionList'>>): void {
    if (reply.ok) runInAction(() => (this.ids = reply.value.map(({ instrumentId }) => instrumentId)));
  }
}
