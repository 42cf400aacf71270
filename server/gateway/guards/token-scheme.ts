import type { AppError } from '../../../core/contract/app-error.ts';
import type { Disposer } from '../../../core/contract/token.ts';
import { type ApiKeyRegistry, isKeySession, isKeyToken } from '../../session/api-key-registry.ts';
import { looksLikeToken, type SessionRegistry, type UserSession } from '../../session/session-registry.ts';

export type Found = UserSession | null | AppError;

/** One kind of token, and whom each of them stands for. */
export interface TokenScheme {
  takes(token: string): boolean;
  /** What is in memory and may be answered without looking any further; undefined: it has to be looked for. */
  hot(token: string): Found | undefined;
  /** True for one that was given out: looking for it costs its address nothing. */
  knows(token: string): boolean;
  find(token: string, ip: string): Found | Promise<Found>;
  /** Whether a session is of this kind, by its hash. */
  owns(tokenHash: string): boolean;
  /** Whether what was opened under a session may stay open. */
  isLive(tokenHash: string): Promise<boolean>;
  onEnd(listener: (tokenHash: string) => void): Disposer;
}

/** People who signed in. */
export const sessionScheme = (sessions: SessionRegistry): TokenScheme => ({
  takes: looksLikeToken,
  hot: (token) => sessions.hot(token),
  knows: (token) => sessions.knows(token),
  find: (token) => sessions.find(token),
  owns: (tokenHash) => !tokenHash.includes(' ') && !isKeySession(tokenHash),
  isLive: (tokenHash) => sessions.isLive(tokenHash),
  onEnd: (listener) => sessions.onEnd(listener),
});

/** API keys, which end with the sessions of their users as well. */
export const keyScheme = (keys: ApiKeyRegistry, sessions: SessionRegistry): TokenScheme => ({
  takes: isKeyToken,
  hot: () => undefined,
  knows: (token) => keys.knows(token),
  find: (token, ip) => keys.find(token, ip),
  owns: isKeySession,
  isLive: (tokenHash) => keys.isLive(tokenHash),
  onEnd: (listener) => {
    const stops = [keys.onEnd(listener), sessions.onEndAll((userId) => keys.refresh(userId))];
    return () => {
      for (const stop of stops) void stop();
    };
  },
});
