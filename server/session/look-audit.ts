import type { NewAuditEntry } from '../../core/contract/audit.ts';
import type { Clock } from '../../core/contract/server-services.ts';
import type { Store } from '../store/store.ts';

/** A look that was noted is not noted again so long. */
const lookMs = 60 * 60_000;
/** Looks that are remembered; of those before, the log itself is asked. */
const mostKnown = 10_000;

type Look = Pick<NewAuditEntry, 'actor' | 'action' | 'subject'>;

interface KnownLook {
  untilMs: number;
  readonly written: Promise<void>;
}

/** Who has looked at what is others', in the audit: the same look of the same person stands there once an hour, however often a page asks. */
export class LookAudit {
  readonly #store: Pick<Store, 'audit'>;
  readonly #clock: Pick<Clock, 'nowMs'>;
  /** Pages ask every few seconds: the log is not asked each time. */
  readonly #known = new Map<string, KnownLook>();

  constructor(store: Pick<Store, 'audit'>, clock: Pick<Clock, 'nowMs'>) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Resolves once it stands there. */
  note(look: Look): Promise<void> {
    const key = JSON.stringify([look.actor, look.action, look.subject]);
    const nowMs = this.#clock.nowMs();
    const known = this.#known.get(key);
    if (known !== undefined && known.untilMs > nowMs) return known.written;
    if (this.#known.size >= mostKnown) this.#known.clear();
    const written = this.#write(look, nowMs).then(
      (timeMs) => {
        entry.untilMs = timeMs + lookMs;
      },
      (error: unknown) => {
        this.#known.delete(key);
        throw error;
      },
    );
    const entry: KnownLook = { untilMs: nowMs + lookMs, written };
    this.#known.set(key, entry);
    return written;
  }

  /** When it was noted. */
  async #write(look: Look, timeMs: number): Promise<number> {
    const { audit } = this.#store;
    // Asked of the log itself: it is the same on every server, and after a start.
    const { items } = await audit.page({ ...look, fromMs: timeMs - lookMs, limit: 1 });
    const [noted] = items;
    if (noted === undefined) await audit.append({ ...look, timeMs, before: null, after: null });
    return noted?.timeMs ?? timeMs;
  }
}
