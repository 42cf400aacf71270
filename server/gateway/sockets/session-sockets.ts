import type { WebSocket } from 'ws';
import type { Clock } from '../../../core/contract/server-services.ts';
import type { Disposer } from '../../../core/contract/token.ts';
import type { UserSession } from '../../session/session-registry.ts';
import type { TokenAuthenticator } from '../guards/token-authenticator.ts';
import { closeCodes } from './close-codes.ts';

type Tokens = Pick<TokenAuthenticator, 'onEnd' | 'isLive'>;

const checkEveryMs = 60_000;

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
    for (const tokenHash of [...this.#byToken.keys()]) {
      try {
        if (!(await this.#tokens.isLive(tokenHash))) this.#end(tokenHash);
      } catch (error) {
        // Nobody knows of this one; it keeps none of the others open.
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }

  #end(tokenHash: string): void {
    for (const socket of this.#byToken.get(tokenHash) ?? []) socket.close(closeCodes.policy, 'the session ended');
  }
}
