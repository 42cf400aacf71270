import { type AppError, accepted, type Outcome } from '../../contract/app-error.ts';
import type { Api, DocumentHandle, DocumentOptions, DocumentSummary, Documents } from '../../contract/client-services.ts';
import type { Timers } from '../timers.ts';
import { SharedDocument } from './shared-document.ts';

export interface DocumentEvents {
  /** Another window saved in between and nobody merged: its content counts. */
  readonly onConflict: () => void;
  readonly onFailure: (error: AppError) => void;
}

/** Documents that nobody holds any more: who comes back to them finds them at once. */
export const keptDocuments = 20;

/** The user's documents: each is loaded once however many panels hold it, and saved a moment after the last change. */
export class DocumentsStore implements Documents {
  readonly #api: Api;
  readonly #timers: Timers;
  readonly #events: DocumentEvents;
  readonly #open = new Map<string, SharedDocument>();

  constructor(api: Api, timers: Timers, events: DocumentEvents) {
    this.#api = api;
    this.#timers = timers;
    this.#events = events;
  }

  open(kind: string, key: string, options: DocumentOptions = {}): DocumentHandle {
    const address = `${kind} ${key}`;
    let shared = this.#open.get(address);
    if (shared === undefined || shared.failed) {
      shared = new SharedDocument(this.#api, this.#timers, { kind, key }, this.#events, () => this.#keep(address));
      this.#open.set(address, shared);
    }
    return shared.hold(options);
  }

  list(kind: string): Promise<Outcome<readonly DocumentSummary[]>> {
    return this.#api.call('documentList', { query: { kind } });
  }

  async remove(kind: string, key: string): Promise<Outcome<null>> {
    const shared = this.#open.get(`${kind} ${key}`);
    if (shared !== undefined) return shared.remove();
    const found = await this.#api.call('documentGet', { query: { kind, key } });
    if (!found.ok) return found;
    if (found.value === null) return accepted(null);
    return this.#api.call('documentDelete', { body: { kind, key, revision: found.value.revision } });
  }

  /** Somebody else works here from now on. */
  forget(): void {
    for (const [address, document] of this.#open) if (!document.isHeld) this.#open.delete(address);
  }

  #keep(address: string): void {
    const document = this.#open.get(address);
    if (document === undefined) return;
    // Last in the order of those that were left.
    this.#open.delete(address);
    this.#open.set(address, document);
    const unheld = [...this.#open].filter(([, one]) => !one.isHeld);
    for (const [oldest] of unheld.slice(0, Math.max(0, unheld.length - keptDocuments))) this.#open.delete(oldest);
  }

  /** Saves at once whatever waits; used before the page or the session ends. */
  async flush(): Promise<void> {
    await Promise.all([...this.#open.values()].map((document) => document.flush()));
  }

  dispose(): void {
    for (const document of [...this.#open.values()]) document.dispose();
    this.#open.clear();
  }
}
