import { type Outcome, refused } from '../../core/contract/app-error.ts';
import type { AuditFinding, AuditLog } from '../../core/contract/audit.ts';
import type { Clock, Logger } from '../../core/contract/server-services.ts';
import type { AuditCheckView } from '../../schemas/wire/audit.ts';

/** What reading, exporting and checking the log are deeds upon. */
export const auditSubject = 'audit';
const checked = 'audit.checked';
/** From the end of a check to the next, at least; and so many times as long as it took, so that checks never take more than a tenth of the time. */
const leastPauseMs = 10_000;
const pauseOfCheck = 9;

interface ChainCheckParts {
  readonly audit: Pick<AuditLog, 'append' | 'check' | 'page'>;
  readonly clock: Pick<Clock, 'elapsedMs' | 'nowMs'>;
  readonly logger: Pick<Logger, 'error'>;
}

/** Proves the chain while nobody waits for it: one check at a time, whose result stands in the log itself. */
export class ChainCheck {
  readonly #parts: ChainCheckParts;
  readonly #stop = new AbortController();
  #running: { read: number; of: number } | null = null;
  /** Of a check whose result could not be added to the log, which may be what is broken about it. */
  #unwritten: AuditCheckView['last'] = null;
  #under: Promise<void> = Promise.resolve();
  #nextMs = Number.NEGATIVE_INFINITY;

  constructor(parts: ChainCheckParts) {
    this.#parts = parts;
  }

  /** Null: it runs. */
  start(userId: string): Extract<Outcome<never>, { ok: false }> | null {
    if (this.#running !== null) return null;
    const leftMs = this.#nextMs - this.#parts.clock.elapsedMs();
    if (leftMs > 0) return refused('RATE_LIMITED', { retryAfterS: Math.ceil(leftMs / 1_000) });
    this.#running = { read: 0, of: 0 };
    this.#under = this.#check(userId);
    return null;
  }

  async view(): Promise<AuditCheckView> {
    // Looked at before the log is read: one that ends meanwhile is shown as running, and the next look has its result.
    const running = this.#running === null ? null : { ...this.#running };
    if (this.#unwritten !== null) return { running, last: this.#unwritten };
    const { entries } = await this.#parts.audit.page({ subject: auditSubject, action: checked }, { limit: 1 });
    const [last] = entries;
    return { running, last: last === undefined ? null : ({ ...(last.after as object), time: last.timeMs } as AuditCheckView['last']) };
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#under;
  }

  async #check(userId: string): Promise<void> {
    const { audit, clock, logger } = this.#parts;
    const begunMs = clock.elapsedMs();
    try {
      const finding = await audit.check({
        stop: this.#stop.signal,
        onProgress: (read, of) => {
          this.#running = { read, of };
        },
      });
      if (finding.outcome === 'broken') logger.error({ ...finding }, 'the audit log is broken');
      const facts = factsOf(finding);
      this.#unwritten = { time: clock.nowMs(), ...facts };
      await audit.append({ actor: userId, action: checked, subject: auditSubject, reason: null, before: null, after: facts });
      this.#unwritten = null;
    } catch (error) {
      if (!this.#stop.signal.aborted) logger.error({ err: error }, 'the audit log could not be checked');
    } finally {
      this.#running = null;
      const nowMs = clock.elapsedMs();
      this.#nextMs = nowMs + Math.max(leastPauseMs, pauseOfCheck * (nowMs - begunMs));
    }
  }
}

const factsOf = (finding: AuditFinding): Omit<NonNullable<AuditCheckView['last']>, 'time'> =>
  finding.outcome === 'unbroken'
    ? { outcome: 'unbroken', entry: finding.lastId, problem: null, hash: finding.hash }
    : { outcome: 'broken', entry: finding.entryId, problem: finding.problem, hash: null };
