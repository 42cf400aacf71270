import { makeAutoObservable, observableRef } from 'mobx';
import type { AppError } from '../contract/app-error.ts';
import type { NoticeKind, Notices } from '../contract/client-services.ts';
import type { Timers } from './timers.ts';

export interface Notice {
  readonly id: number;
  readonly kind: NoticeKind;
  readonly text: string;
  readonly detail: string | null;
  /** How often the same notice came while it was shown. */
  readonly count: number;
}

export const mostNotices = 3;
const shownMs = 5_000;

/** Short messages, at most three at a time; errors stay until closed, the same text again only counts up. */
export class NoticesStore implements Notices {
  readonly #timers: Timers;
  readonly #errorText: (error: AppError) => string;
  readonly #timeouts = new Map<number, () => void>();
  #nextId = 1;
  notices: readonly Notice[] = [];

  constructor(timers: Timers, errorText: (error: AppError) => string) {
    this.#timers = timers;
    this.#errorText = errorText;
    makeAutoObservable(this, { notices: observableRef }, { autoBind: true });
  }

  show(kind: NoticeKind, text: string, detail?: string): void {
    const same = this.notices.find((notice) => notice.kind === kind && notice.text === text);
    const id = same?.id ?? this.#nextId++;
    const notice: Notice = { id, kind, text, detail: detail ?? null, count: (same?.count ?? 0) + 1 };
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
        this.#timers.after(shownMs, () => this.close(id)),
      );
  }

  error(error: AppError): void {
    this.show('error', this.#errorText(error));
  }

  close(id: number): void {
    this.#stopTimeout(id);
    this.notices = this.notices.filter((notice) => notice.id !== id);
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
