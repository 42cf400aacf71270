import { autorun, makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Outcome } from '../../../core/contract/app-error.ts';
import type { RouteCalls } from '../../../core/contract/route-calls.ts';
import type { Disposer } from '../../../core/contract/token.ts';
import type { Services } from './requires.ts';
import { type Note, noteRoutes } from './routes.ts';

/** The user's notes as the server has them. Only its own actions change it. */
export class SampleStore {
  notes: readonly Note[] = [];
  loading = true;
  failed = false;
  private readonly services: Services;
  private readonly calls: RouteCalls<typeof noteRoutes>;

  constructor(services: Services) {
    this.services = services;
    this.calls = services.api.of(noteRoutes);
    makeAutoObservable<this, 'services' | 'calls'>(this, { notes: observableRef, services: false, calls: false }, { autoBind: true });
  }

  /** Follows the list; the returned function ends it. */
  start(): Disposer {
    const { stream } = this.services;
    const stopHearing = stream.subscribe('feature-sample', () => void this.load());
    // What was told while the line was away is missed: the list is read anew when it is back.
    const stopReading = autorun(() => {
      if (stream.state !== 'connecting') void this.load();
    });
    return () => {
      stopReading();
      void stopHearing();
    };
  }

  async load(): Promise<void> {
    const reply = await this.calls.call('listSample', {});
    runInAction(() => {
      this.loading = false;
      this.failed = !reply.ok;
      if (reply.ok) this.notes = reply.value;
    });
  }

  /** False: it was refused, and the user was told. */
  async add(text: string): Promise<boolean> {
    return this.told(await this.calls.call('addSample', { body: { text } }));
  }

  async remove({ noteId }: Note): Promise<boolean> {
    return this.told(await this.calls.call('removeSample', { body: { noteId } }));
  }

  private told(reply: Outcome<unknown>): boolean {
    if (!reply.ok) this.services.notices.error(reply.error);
    return reply.ok;
  }
}
