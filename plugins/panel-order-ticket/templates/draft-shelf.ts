import type { InstrumentId } from '../../../core/domain/markets/instrument.ts';
import { choicesOf, freshDraft, readDraft, type TicketDraft } from '../ticket-draft.ts';

/** The part of `sessionStorage` that is used. */
export type DraftStorage = Pick<Storage, 'getItem' | 'setItem'>;

const mostDrafts = 100;

/**
 * Half-written tickets by instrument, shared by all tickets of the browser's tab, with which they end. They outlive a change of the market, of the
 * layout and a reload.
 */
export class DraftShelf {
  readonly #storage: DraftStorage;
  readonly #key: string;
  #drafts: Map<InstrumentId, TicketDraft> = new Map();
  /** What the drafts were read from, or written to. */
  #text: string | null = null;

  constructor(storage: DraftStorage, username: string) {
    this.#storage = storage;
    this.#key = `tessera.tickets.${username}`;
  }

  /** The draft of an instrument; a new one takes over the choices of the last, for its numbers mean nothing elsewhere. */
  take(id: InstrumentId, last: TicketDraft): TicketDraft {
    this.#readAnew();
    return this.#drafts.get(id) ?? { ...freshDraft, ...choicesOf(last) };
  }

  put(id: InstrumentId, draft: TicketDraft): void {
    this.#readAnew();
    this.#drafts.delete(id);
    this.#drafts.set(id, draft);
    const [oldest] = this.#drafts.keys();
    if (this.#drafts.size > mostDrafts && oldest !== undefined) this.#drafts.delete(oldest);
    try {
      const text = JSON.stringify(Object.fromEntries(this.#drafts));
      this.#storage.setItem(this.#key, text);
      this.#text = text;
    } catch (error) {
      // Storage that is full or forbidden costs only the draft after a reload.
      if (!(error instanceof DOMException)) throw error;
    }
  }

  /** Another ticket may have written meanwhile: the one that this one takes the place of, when the layout changes. */
  #readAnew(): void {
    const text = this.#storage.getItem(this.#key);
    if (text === this.#text) return;
    this.#text = text;
    this.#drafts = new Map(Object.entries(parse(text)).map(([id, saved]) => [id, readDraft(saved)]));
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
