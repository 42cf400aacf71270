import { expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { ManualClock } from '../../../tests/kit/manual-clock.ts';
import type { UserSession } from '../../session/session-registry.ts';
import { SessionSockets } from './session-sockets.ts';

it('closes the sockets of ended sessions also where another way to come in cannot say', async () => {
  const clock = new ManualClock(0);
  const isLive = async (tokenHash: string): Promise<boolean> => {
    if (tokenHash === 'broken') throw new Error('it broke');
    return false;
  };
  const sockets = new SessionSockets({ onEnd: () => () => undefined, isLive }, clock);
  sockets.start();
  const closed: string[] = [];
  for (const tokenHash of ['broken', 'expired']) {
    const socket = { once: () => undefined, close: () => void closed.push(tokenHash) } as unknown as WebSocket;
    sockets.add(socket, { tokenHash } as UserSession);
  }
  // The clock logs what a task throws.
  await expect(clock.advance(60_000)).rejects.toThrow('it broke');
  expect(closed).toEqual(['expired']);
});
