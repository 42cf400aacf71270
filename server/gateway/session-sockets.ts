import type { WebSocket } from 'ws';
import type { Clock } from '../../core/contract/server-services.ts';
import type { Disposer } from '../../core/contract/token.ts';
import type { Session, SessionRegistry } from '../session/session-registry.ts';
import { closeCodes } from './close-codes.ts';

const checkEveryMs = 60_000;

/** Ends a session's sockets when the session ends: signed out, revoked or expired. */
export class SessionSockets {
  readonly #sessions: SessionRegistry;
  readonly #clock: Clock;
  readonly #byToken = new Map<string, Set<WebSocket>>();

  constructor(sessions: SessionRegistry, clock: Clock) {
    this.#sessions = sessions;
    this.#clock = clock;
  }

  start(): Disposer {
    const stopListening = this.#sessions.onEnd((tokenHash) => this.#end(tokenHash));
    const stopChecking = this.#clock.every(checkEveryMs, () => this.#checkExpiry());
    return () => {
      stopListening();
      stopChecking();
    };
  }

  add(socket: WebSocket, session: Session): void {
    const { tokenHash } = session;
    const sockets = this.#byToken.get(tokenHash) ?? new Set();
    this.#byToken.set(tokenHash, sockets.add(socket));
    socket.once('close', () => {
      sockets.delete(socket);
      if (sockets.size === 0 && this.#byToken.get(tokenHash) === sockets) this.#byToken.delete(tokenHash);
    });
  }

  async #checkExpiry(): Promise<void> {
    for (const tokenHash of [...this.#byToken.keys()]) {
      if ((await this.#sessions.findByHash(tokenHash)) === null) this.#end(tokenHash);
    }
  }

  #end(tokenHash: string): void {
    for (const socket of this.#byToken.get(tokenHash) ?? []) socket.close(closeCodes.policy, 'the session ended');
  }
}
