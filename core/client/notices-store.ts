import { makeAutoObservable, observableRef } from 'mobx';
import type { AppError } from '../contract/app-error.ts';
import type { NoticeAction, NoticeKind, NoticeOptions, Notices } from '../contract/client-services.ts';
import type { Told } from '../contract/notices.ts';
import type { NoticeSubject } from '../domain/notice.ts';
import { orderKey } from './accounts/order-merge.ts';
import type { ServerTime } from './connection/server-time.ts';
import type { Timers } from './timers.ts';

export interface Notice {
  readonly id: number;
  readonly kind: NoticeKind;
  readonly text: Told;
  readonly detail: Told | null;
  readonly action: NoticeAction | null;
  /** Of what it tells of, such as an order. */
  readonly key: string | null;
  /** How often the same notice came while it was shown. */
  readonly count: number;
  /** When it last came, in ms since the epoch by the server's clock; by the browser's before the server's is known. */
  readonly timeMs: number;
}

const mostNotices = 3;
/** The newest of those that are gone, to read later. */
const keptNotices = 100;
const shownMs = 5_000;
/** Something to decide needs longer. */
const offeredMs = 10_000;

interface NoticesParts {
  readonly timers: Pick<Timers, 'nowMs' | 'after'>;
  readonly serverTime: Pick<ServerTime, 'in'>;
  readonly onShown?: (kind: NoticeKind) => void;
  /** Whether the user wants to be told of it on the page; absent: of everything. */
  readonly wants?: (subject: NoticeSubject) => boolean;
}

/** Short messages, at most three at a time; errors stay until closed, the same text again only counts up. */
export class NoticesStore implements Notices {
  readonly #parts: NoticesParts;
  readonly #timeouts = new Map<number, () => void>();
  #nextId = 1;
  /** Ids of shown notices by their order. */
  readonly #keys = new Map<string, number>();
  notices: readonly Notice[] = [];
  /** Newest first: everything that was shown since the page was opened, and what happened before. */
  past: readonly Notice[] = [];

  constructor(parts: NoticesParts) {
    this.#parts = parts;
    makeAutoObservable(this, { notices: observableRef, past: observableRef }, { autoBind: true });
  }

  show(kind: NoticeKind, text: Told, { of, order, about, detail, action, pastMs }: NoticeOptions = {}): void {
    const { timers, serverTime, onShown, wants = () => true } = this.#parts;
    const key = order === undefined ? about : orderKey(order);
    const told = { kind, text, detail: detail ?? null, action: action ?? null, key: key ?? null };
    const nowMs = serverTime.in(0) ?? timers.nowMs();
    if (pastMs !== undefined || (of !== undefined && !wants(of))) {
      this.#remember({ ...told, id: this.#nextId++, count: 1, timeMs: pastMs ?? nowMs });
      return;
    }
    const keyed = key === undefined ? undefined : this.#keys.get(key);
    const same = this.notices.find((notice) =>
      key === undefined ? notice.kind === kind && isSame(notice.text, text) : notice.id === keyed,
    );
    const id = same?.id ?? this.#nextId++;
    if (key !== undefined) this.#keys.set(key, id);
    const count = key === undefined ? (same?.count ?? 0) + 1 : 1;
    const notice: Notice = { ...told, id, count, timeMs: nowMs };
    this.#remember(notice);
    onShown?.(kind);
    const others = this.notices.filter((other) => other.id !== id);
    const kept = [...others, notice];
    // Room is made by the oldest that would go by itself, else by the oldest.
    while (kept.length > mostNotices) {
      const victim = kept.findIndex((other) => other.kind !== 'error' && other.id !== id);
      this.#stopTimeout(kept[Math.max(0, victim)]?.id);
      kept.splice(Math.max(0, victim), 1);
    }
    this.notices = kept;
    this.#stopTimeout(id);
    if (kind !== 'error')
      this.#timeouts.set(
        id,
        timers.after(action === undefined ? shownMs : offeredMs, () => this.close(id)),
      );
  }

  error(error: AppError): void {
    this.show('error', error);
  }

  close(id: number): void {
    this.#stopTimeout(id);
    for (const [key, keyedId] of this.#keys) if (keyedId === id) this.#keys.delete(key);
    this.notices = this.notices.filter((notice) => notice.id !== id);
  }

  #remember(notice: Notice): void {
    const isOther = ({ id, key }: Notice): boolean => id !== notice.id && (key === null || key !== notice.key);
    this.past = [notice, ...this.past.filter(isOther)].sort((a, b) => b.timeMs - a.timeMs).slice(0, keptNotices);
  }

  /** Takes back what an earlier page has told, newest first. */
  restore(told: readonly Omit<Notice, 'id' | 'action'>[]): void {
    for (const notice of [...told].reverse()) this.#remember({ ...notice, action: null, id: this.#nextId++ });
  }

  dispose(): void {
    for (const stop of this.#timeouts.values()) stop();
    this.#timeouts.clear();
  }

  #stopTimeout(id: number | undefined): void {
    if (id === undefined) return;
    this.#timeouts.get(id)?.();
    this.#timeouts.delete(id);
  }
}

const isSame = (a: Told, b: Told): boolean => JSON.stringify(a) === JSON.stringify(b);
