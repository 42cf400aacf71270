import { makeAutoObservable, observable, observableRef, runInAction } from 'mobx';
import { accepted, type Outcome } from '../contract/app-error.ts';
import type { Api, Message, MessagesTold, Stream } from '../contract/client-services.ts';
import type { Disposer } from '../contract/token.ts';

/** 1 deal, 2 announcement, 3 system. */
const messageTypes = [1, 2, 3] as const;
/** By their types, from 1 on. */
export const messageKinds = ['deal', 'announcement', 'system'] as const;
export type MessageKind = (typeof messageKinds)[number];
const pageSize = 50;
const noneUnread: MessagesTold['unread'] = { deal: 0, announcement: 0, system: 0 };

/** The user's messages by type, newest first. */
export class MessagesStore {
  readonly #api: Api;
  readonly #byType = observable.map<number, readonly Message[]>(undefined, { deep: false });
  /** Types of which the server has older ones. */
  readonly #more = observable.set<number>();
  /** How many of each kind the user has not read, loaded or not; null: the server has not told it yet. */
  unread: MessagesTold['unread'] | null = null;

  constructor(api: Api) {
    this.#api = api;
    makeAutoObservable(this, { ofType: false, unread: observableRef }, { autoBind: true });
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

  /** All up to the newest that is here are read once the server says so, and not before. */
  async markRead(): Promise<Outcome<null>> {
    const every = this.#every;
    const isRead = this.unread === null ? every.every((one) => one.isRead) : Object.values(this.unread).every((count) => count === 0);
    if (isRead || every.length === 0) return accepted(null);
    const until = Math.max(...every.map(({ id }) => Number(id)));
    const reply = await this.#api.call('messageRead', { body: { until: String(until) } });
    if (!reply.ok) return reply;
    this.#put(this.#every.filter(({ id }) => Number(id) <= until).map(read));
    // Of what has come meanwhile the server tells.
    if (this.unread !== null) runInAction(() => (this.unread = noneUnread));
    return accepted(null);
  }

  /** Hears what comes, and what other pages of the user have read. */
  follow(stream: Pick<Stream, 'subscribe'>): Disposer {
    let isFirst = true;
    return stream.subscribe('messages', ({ k, d }) => {
      const { pagination, unread } = d as MessagesTold;
      this.#put(pagination.results);
      for (const type of messageTypes) if (unread[kindOf(type)] === 0) this.#put(this.ofType(type).map(read));
      runInAction(() => (this.unread = unread));
      // After a lost line there may be more than that.
      if (k === 's' && !isFirst) void this.load();
      isFirst = false;
    });
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
    this.unread = null;
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

export const kindOf = (type: number): MessageKind => messageKinds[type - 1] ?? 'system';
const read = (message: Message): Message => (message.isRead ? message : { ...message, isRead: true });
