import type { InstrumentId } from '../../../core/domain/markets/instrument.ts';
import { choicesOf, freshDraft, readDraft, type TicketDraft } from '../ticket-draft.ts';

/** The part of `sessionStorage` that is used. */
export type DraftStorage = Pick<Storage, 'getItem' | 'setItem'>;

const mostDrafts = 100;

/** Half-written tickets by instrument. They outlive a change of the market and a reload, and end with the browser's tab. */
export class DraftShelf {
  readonly #storage: DraftStorage;
  readonly #key: string;
  readonly #drafts: Map<InstrumentId, TicketDraft>;

  constructor(storage: DraftStorage, username: string) {
    this.#storage = storage;
    this.#key = `tessera.tickets.${username}`;
    this.#drafts = new Map(Object.entries(parse(storage.getItem(this.#key))).map(([id, saved]) => [id, readDraft(saved)]));
  }

  /** The draft of an instrument; a new one takes over the choices of the last, for its numbers mean nothing elsewhere. */
  take(id: InstrumentId, last: TicketDraft): TicketDraft {
    return this.#drafts.get(id) ?? { ...freshDraft, ...choicesOf(last) };
  }

  put(id: InstrumentId, draft: TicketDraft): void {
    this.#drafts.delete(id);
    this.#drafts.set(id, draft);
    const [oldest] = this.#drafts.keys();
    if (this.#drafts.size > mostDrafts && oldest !== undefined) this.#drafts.delete(oldest);
    try {
      this.#storage.setItem(this.#key, JSON.stringify(Object.fromEntries(this.#drafts)));
    } catch (error) {
      // Storage that is full or forbidden costs only the draft after a reload.
      if (!(error instanceof DOMException)) throw error;
    }
  }
}

function parse(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}
