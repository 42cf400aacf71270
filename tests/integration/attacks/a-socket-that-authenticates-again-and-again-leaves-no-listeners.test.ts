import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import type { TokenAuthenticator } from '../../../server/gateway/guards/token-authenticator.ts';
import { SessionSockets } from '../../../server/gateway/sockets/session-sockets.ts';
import type { UserSession } from '../../../server/session/session-registry.ts';
import { ManualClock } from '../../kit/manual-clock.ts';

it('keeps one close listener for a socket however often it authenticates', () => {
  const sockets = new SessionSockets({} as TokenAuthenticator, new ManualClock(0));
  const socket = new EventEmitter();
  for (let i = 0; i < 10; i++) sockets.add(socket as unknown as WebSocket, { tokenHash: 'one' } as unknown as UserSession);
  expect(socket.listenerCount('close')).toBe(1);
});
