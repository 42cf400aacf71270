import type { WebSocket } from 'ws';
import type { Clock } from '../../../core/contract/server-services.ts';
import type { Disposer } from '../../../core/contract/token.ts';
import type { UserSession } from '../../session/session-registry.ts';
import type { TokenAuthenticator } from '../guards/token-authenticator.ts';
import { closeCodes } from './close-codes.ts';

type Tokens = Pick<TokenAuthenticator, 'onEnd' | 'isLive'>;

const checkEveryMs = 60_000;
/** How many are asked about at the same time. */
const atOnce = 50;
/** How long an answer is waited for; one that comes later still counts. */
const patienceMs = 5_000;

/** Ends the sockets of a session or an API key with it: signed out, revoked or expired. */
export class SessionSockets {
  readonly #tokens: Tokens;
  readonly #clock: Clock;
  readonly #tokenOf = new Map<WebSocket, string>();
  readonly #byToken = new Map<string, Set<WebSocket>>();

  constructor(tokens: Tokens, clock: Clock) {
    this.#tokens = tokens;
    this.#clock = clock;
  }

  start(): Disposer {
    const stopListening = this.#tokens.onEnd((tokenHash) => this.#end(tokenHash));
    const stopChecking = this.#clock.every(checkEveryMs, () => this.#checkExpiry());
    return () => {
      stopListening();
      stopChecking();
    };
  }

  /** A socket belongs to the session that it named last. */
  add(socket: WebSocket, { tokenHash }: UserSession): void {
    const isNew = !this.#tokenOf.has(socket);
    this.#remove(socket);
    this.#tokenOf.set(socket, tokenHash);
    this.#byToken.set(tokenHash, (this.#byToken.get(tokenHash) ?? new Set()).add(socket));
    if (isNew) socket.once('close', () => this.#remove(socket));
  }

  #remove(socket: WebSocket): void {
    const tokenHash = this.#tokenOf.get(socket);
    if (tokenHash === undefined) return;
    this.#tokenOf.delete(socket);
    const sockets = this.#byToken.get(tokenHash);
    sockets?.delete(socket);
    if (sockets?.size === 0) this.#byToken.delete(tokenHash);
  }

  async #checkExpiry(): Promise<void> {
    const failures: unknown[] = [];
    const tokenHashes = [...this.#byToken.keys()];
    for (let from = 0; from < tokenHashes.length; from += atOnce) {
      const checks = tokenHashes.slice(from, from + atOnce).map((tokenHash) => this.#check(tokenHash));
      // Nobody knows of these; they keep none of the others open.
      for (const check of await Promise.allSettled(checks)) if (check.status === 'rejected') failures.push(check.reason);
    }
    if (failures.length > 0) throw failures[0];
  }

  /** Rejects where nobody says in time whether it may stay. */
  #check(tokenHash: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const silent = new Error(`nobody said within ${patienceMs} ms whether a socket may stay open`);
      const stopWaiting = this.#clock.after(patienceMs, () => reject(silent));
      this.#tokens
        .isLive(tokenHash)
        .then((isLive) => (isLive ? undefined : this.#end(tokenHash)))
        .then(resolve, reject)
        .finally(stopWaiting);
    });
  }

  #end(tokenHash: string): void {
    for (const socket of this.#byToken.get(tokenHash) ?? []) socket.close(closeCodes.policy, 'the session ended');
  }
}
