import { makeAutoObservable, observable, runInAction } from 'mobx';
import type { MessageView } from '../../schemas/wire/user.ts';
import type { Api } from '../contract/client-services.ts';

/** 1 deal, 2 announcement, 3 system. */
export const messageTypes = [1, 2, 3] as const;
const pageSize = 50;

/** The user's messages by type, newest first. */
export class MessagesStore {
  readonly #api: Api;
  readonly #byType = observable.map<number, readonly MessageView[]>(undefined, { deep: false });

  constructor(api: Api) {
    this.#api = api;
    makeAutoObservable(this, { ofType: false }, { autoBind: true });
  }

  ofType(type: number): readonly MessageView[] {
    return this.#byType.get(type) ?? [];
  }

  get unread(): number {
    let count = 0;
    for (const messages of this.#byType.values()) for (const message of messages) if (!message.is_read) count += 1;
    return count;
  }

  /** The list of a type, then what is newer than its latest. */
  async load(type: number): Promise<void> {
    const list = await this.#api.call('messageList', { query: { type, limit: pageSize } });
    if (!list.ok) return;
    this.#put(type, list.value);
    const latest = Math.max(0, ...list.value.map((message) => message.msg_time));
    const newer = await this.#api.call('messageLoad', { query: { type, last_time: latest } });
    if (newer.ok) this.#put(type, newer.value);
  }

  clear(): void {
    this.#byType.clear();
  }

  #put(type: number, messages: readonly MessageView[]): void {
    runInAction(() => {
      const byId = new Map([...this.ofType(type), ...messages].map((message) => [message.id, message]));
      this.#byType.set(
        type,
        [...byId.values()].sort((a, b) => b.msg_time - a.msg_time),
      );
    });
  }
}
