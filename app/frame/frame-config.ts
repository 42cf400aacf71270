import { makeAutoObservable, observableRef } from 'mobx';
import type { PanelConfig } from '../../core/contract/panel.ts';
import type { FrameStart, PageMethods } from '../packages/bridge.ts';

/** A panel's config as it is worked with; the page merges what it is told into the saved one. */
export class FrameConfig {
  readonly #saved: PanelConfig;
  readonly #page: Pick<PageMethods, 'updateConfig'>;
  #isSaved: boolean;
  value: PanelConfig;

  /** `value`: what the package's migrations made of the saved config. */
  constructor(saved: FrameStart['saved'], value: PanelConfig, isMigrated: boolean, page: Pick<PageMethods, 'updateConfig'>) {
    this.#saved = saved.config;
    this.#page = page;
    this.#isSaved = !isMigrated;
    this.value = value;
    makeAutoObservable(this, { value: observableRef }, { autoBind: true });
  }

  update(patch: PanelConfig): void {
    this.value = { ...this.value, ...patch };
    if (this.#isSaved) {
      this.#page.updateConfig(patch);
      return;
    }
    // What a migration changed is saved with the first change, and what it took away goes.
    const gone = Object.keys(this.#saved).filter((key) => !Object.hasOwn(this.value, key));
    this.#isSaved = true;
    this.#page.updateConfig({ ...Object.fromEntries(gone.map((key) => [key, undefined])), ...this.value });
  }
}
