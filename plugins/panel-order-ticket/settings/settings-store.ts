import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { DocumentContent, DocumentHandle, Documents } from '../../../core/contract/client-services.ts';
import type { PanelConfig } from '../../../core/contract/panel.ts';
import type { Disposer } from '../../../core/contract/token.ts';
import { defaultSettings, readUserSettings, type UserSettings } from './ticket-settings.ts';

/** What the user has settled for all tickets, kept at the server; every ticket on every page goes by it. */
export class SettingsStore {
  settings: UserSettings = readUserSettings({});
  private readonly documents: Documents;
  private handle: DocumentHandle | null = null;
  private ready = false;
  /** Changed before the saved ones were here. */
  private early: Partial<UserSettings> = {};

  constructor(documents: Documents) {
    this.documents = documents;
    makeAutoObservable<this, 'documents' | 'handle' | 'ready' | 'early'>(
      this,
      { settings: observableRef, documents: false, handle: false, ready: false, early: false },
      { autoBind: true },
    );
  }

  /** Loads and follows the document until disposed. A ticket's `config` held these settings once: the first one to come is taken over. */
  open(config: PanelConfig): Disposer {
    const handle = this.documents.open('order-ticket', 'settings', { merge: united });
    this.handle = handle;
    const take = (content: DocumentContent): void =>
      runInAction(() => {
        this.settings = readUserSettings(content);
      });
    const stop = handle.onChange(() => take(handle.content ?? {}));
    void handle.loaded.then((outcome) => {
      if (!outcome.ok || this.handle !== handle) return;
      this.ready = true;
      take(handle.content ?? config);
      const own = { ...this.early };
      this.early = {};
      if (Object.keys(own).length > 0 || (handle.content === null && isSettled(this.settings))) this.change(own);
    });
    return () => {
      void stop();
      this.handle = null;
      handle.close();
    };
  }

  change(patch: Partial<UserSettings>): void {
    this.settings = { ...this.settings, ...patch };
    if (this.ready) this.handle?.change({ ...this.settings });
    else this.early = { ...this.early, ...patch };
  }
}

const isSettled = (settings: UserSettings): boolean =>
  JSON.stringify(settings) !== JSON.stringify(readUserSettings({ ...defaultSettings }));

/** Another window saved meanwhile: this page's words count, and accounts that only the other one knows stay. */
const united = (mine: DocumentContent, theirs: DocumentContent): DocumentContent => ({
  ...mine,
  syncAccounts: { ...readUserSettings(theirs).syncAccounts, ...readUserSettings(mine).syncAccounts },
});
