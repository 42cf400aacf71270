import { makeAutoObservable, observable, runInAction } from 'mobx';
import type { Api, Message } from '../contract/client-services.ts';

/** 1 deal, 2 announcement, 3 system. */
const messageTypes = [1, 2, 3] as const;
const pageSize = 50;

/** The user's messages by type, newest first. */
export class MessagesStore {
  readonly #api: Api;
  readonly #byType = observable.map<number, readonly Message[]>(undefined, { deep: false });

  constructor(api: Api) {
    this.#api = api;
    makeAutoObservable(this, { ofType: false }, { autoBind: true });
  }

  ofType(type: number): readonly Message[] {
    return this.#byType.get(type) ?? [];
  }

  get all(): readonly Message[] {
    return [...this.#byType.values()].flat();
  }

  /** The newest of each type, then what is newer than the latest of all, where there is one. */
  async load(): Promise<void> {
    const list = await this.#api.call('messageList', { query: { limit: pageSize } });
    if (!list.ok) return;
    this.#put(list.value);
    if (list.value.length === 0) return;
    const latest = Math.max(...list.value.map((message) => message.sentMs));
    const newer = await this.#api.call('messageLoad', { query: { lastTimeMs: latest } });
    if (newer.ok) this.#put(newer.value);
  }

  clear(): void {
    this.#byType.clear();
  }

  #put(messages: readonly Message[]): void {
    runInAction(() => {
      for (const type of messageTypes) {
        const byId = new Map(
          [...this.ofType(type), ...messages.filter((message) => message.type === type)].map((message) => [message.id, message]),
        );
        this.#byType.set(
          type,
          [...byId.values()].sort((a, b) => b.sentMs - a.sentMs),
        );
      }
    });
  }
}
