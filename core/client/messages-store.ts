import { makeAutoObservable, observable, runInAction } from 'mobx';
import { accepted, type Outcome } from '../contract/app-error.ts';
import type { Api, Message } from '../contract/client-services.ts';

/** 1 deal, 2 announcement, 3 system. */
const messageTypes = [1, 2, 3] as const;
const pageSize = 50;
const mostAtOnce = 500;

/** The user's messages by type, newest first. */
export class MessagesStore {
  readonly #api: Api;
  readonly #byType = observable.map<number, readonly Message[]>(undefined, { deep: false });
  /** Types of which the server has older ones. */
  readonly #more = observable.set<number>();

  constructor(api: Api) {
    this.#api = api;
    makeAutoObservable(this, { ofType: false }, { autoBind: true });
  }

  ofType(type: number): readonly Message[] {
    return this.#byType.get(type) ?? [];
  }

  /** Without gaps: what is older than the oldest of a type that goes on waits until that type has come so far. */
  get all(): readonly Message[] {
    const from = Math.max(0, ...[...this.#more].map((type) => this.#oldest(type)));
    return this.#every.filter(({ id }) => Number(id) >= from);
  }

  get hasOlder(): boolean {
    return this.#more.size > 0;
  }

  /** More of the type that holds the others back. */
  async loadOlder(): Promise<Outcome<null>> {
    const [type] = [...this.#more].sort((a, b) => this.#oldest(b) - this.#oldest(a));
    if (type === undefined) return accepted(null);
    const older = await this.#api.call('messageLoadBefore', { query: { type, beforeId: String(this.#oldest(type)), limit: pageSize } });
    if (!older.ok) return older;
    this.#put(older.value);
    if (older.value.length < pageSize) runInAction(() => this.#more.delete(type));
    return accepted(null);
  }

  /** They are read once the server says so, and not before. */
  async markRead(ids: readonly string[]): Promise<Outcome<null>> {
    for (let at = 0; at < ids.length; at += mostAtOnce) {
      const reply = await this.#api.call('messageRead', { body: { messages: ids.slice(at, at + mostAtOnce) } });
      if (!reply.ok) return reply;
      const { messages } = reply.value;
      this.#put(this.#every.filter(({ id }) => messages.includes(id)).map((message) => ({ ...message, isRead: true })));
    }
    return accepted(null);
  }

  /** The newest of each type, then what is newer than the latest of all, where there is one. */
  async load(): Promise<void> {
    const list = await this.#api.call('messageList', { query: { limit: pageSize } });
    if (!list.ok) return;
    this.#put(list.value);
    runInAction(() => {
      for (const type of messageTypes) if (list.value.filter((message) => message.type === type).length >= pageSize) this.#more.add(type);
    });
    if (list.value.length === 0) return;
    const latest = Math.max(...list.value.map((message) => message.sentMs));
    const newer = await this.#api.call('messageLoad', { query: { lastTimeMs: latest } });
    if (newer.ok) this.#put(newer.value);
  }

  clear(): void {
    this.#byType.clear();
    this.#more.clear();
  }

  get #every(): readonly Message[] {
    return [...this.#byType.values()].flat();
  }

  #oldest(type: number): number {
    return Math.min(...this.ofType(type).map(({ id }) => Number(id)));
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
