import type { AppError } from '../../core/contract/app-error.ts';
import type { Clock, Logger } from '../../core/contract/server-services.ts';
import type { Disposer } from '../../core/contract/token.ts';
import type { OwnTrace } from '../store/opening/own-traces.ts';
import type { Store } from '../store/store.ts';
import type { UserSession } from './session-registry.ts';

/** Action under which refused accesses stand among the traces of users. */
export const refusedAccess = 'access.refused' satisfies OwnTrace;
const writeEveryMs = 60_000;
const periodMs = 60 * 60_000;
/** Lines of one user in a period; what goes beyond is joined in one. */
const linesOfUser = 20;
/** Lines of all users in a period. */
const mostLines = 2_000;
/** Subject of what was joined. */
const others = 'others';

interface Refusals {
  readonly userId: string;
  readonly code: string;
  readonly subject: string;
  /** Not written yet. */
  times: number;
  firstMs: number;
  lastMs: number;
  ip: string;
  keyId: string | null;
  /** A line of this period is written: what comes is joined until it ends. */
  isWritten: boolean;
}

interface RefusalAuditParts {
  readonly store: Pick<Store, 'traces'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Who asked for what he may not have, among the traces of users: within a minute for the first time, then once an hour with the number of times.
 * A user cannot fill the log with it: his further subjects are joined, and beyond a number of lines those of everybody.
 */
export class RefusalAudit {
  readonly #parts: RefusalAuditParts;
  #lines = new Map<string, Refusals>();
  #ofUser = new Map<string, number>();
  #periodMs = 0;

  constructor(parts: RefusalAuditParts) {
    this.#parts = parts;
  }

  start(): Disposer {
    this.#periodMs = this.#parts.clock.elapsedMs();
    const stop = this.#parts.clock.every(writeEveryMs, () => this.#tick());
    return async () => {
      stop();
      await this.#write(() => true);
    };
  }

  /** Counts what is a refusal of access; other errors are nothing of ours. `subject`: the call or topic. */
  note(session: UserSession | null, { code, httpStatus }: AppError, subject: string, ip: string): void {
    if (session === null || httpStatus !== 403 || !/^(ACCESS|KEY)_/.test(code)) return;
    const { userId } = session.principal;
    const line = this.#lineFor(userId, code, subject);
    const nowMs = this.#parts.clock.nowMs();
    if (line.times === 0) line.firstMs = nowMs;
    line.times++;
    line.lastMs = nowMs;
    line.ip = ip;
    line.keyId = session.key?.keyId ?? null;
  }

  #lineFor(userId: string, code: string, subject: string): Refusals {
    const known = this.#lines.get(`${userId} ${code} ${subject}`);
    if (known !== undefined) return known;
    const ofUser = this.#ofUser.get(userId) ?? 0;
    if (userId !== others && this.#lines.size >= mostLines) return this.#lineFor(others, others, others);
    if (subject !== others && ofUser >= linesOfUser) return this.#lineFor(userId, others, others);
    const line: Refusals = { userId, code, subject, times: 0, firstMs: 0, lastMs: 0, ip: '', keyId: null, isWritten: false };
    this.#lines.set(`${userId} ${code} ${subject}`, line);
    this.#ofUser.set(userId, ofUser + 1);
    return line;
  }

  async #tick(): Promise<void> {
    const isOver = this.#parts.clock.elapsedMs() - this.#periodMs >= periodMs;
    const lines = this.#lines;
    if (isOver) {
      this.#periodMs = this.#parts.clock.elapsedMs();
      this.#lines = new Map();
      this.#ofUser = new Map();
    }
    await this.#write(({ isWritten }) => isOver || !isWritten, lines);
  }

  async #write(isDue: (line: Refusals) => boolean, lines: ReadonlyMap<string, Refusals> = this.#lines): Promise<void> {
    for (const line of lines.values()) {
      if (line.times === 0 || !isDue(line)) continue;
      const { userId, code, subject, times, firstMs, lastMs, ip, keyId } = line;
      line.times = 0;
      line.isWritten = true;
      const after = { code, times, firstMs, lastMs, ip, keyId };
      await this.#parts.store.traces
        .append({ timeMs: lastMs, actor: userId, action: refusedAccess, subject, before: null, after })
        .catch((error: unknown) => this.#parts.logger.warn({ err: error, userId, code, subject }, 'a refused access is not told of'));
    }
  }
}
