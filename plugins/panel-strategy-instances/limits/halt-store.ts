import { makeAutoObservable, runInAction } from 'mobx';
import type { Services } from '../requires.ts';

/** The user's kill switch over all own instances. */
export class HaltStore {
  /** Null while it is not known. */
  halted: boolean | null = null;
  busy = false;
  private readonly services: Pick<Services, 'api' | 'notices'>;

  constructor(services: Pick<Services, 'api' | 'notices'>) {
    this.services = services;
    makeAutoObservable<this, 'services'>(this, { services: false }, { autoBind: true });
  }

  async load(): Promise<void> {
    const reply = await this.services.api.call('strategyLimits', { query: {} });
    runInAction(() => {
      if (reply.ok) this.halted = reply.value.halted;
    });
  }

  /** True: orders of all own instances are canceled and nothing new passes; false: they go on. */
  async set(halted: boolean): Promise<void> {
    this.busy = true;
    const reply = await this.services.api.call('strategyHalt', { body: { halted } });
    runInAction(() => {
      this.busy = false;
      if (reply.ok) this.halted = reply.value.halted;
    });
    if (!reply.ok) this.services.notices.error(reply.error);
  }
}
