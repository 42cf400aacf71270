import { expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { ManualClock } from '../../../tests/kit/manual-clock.ts';
import type { UserSession } from '../../session/session-registry.ts';
import { SessionSockets } from './session-sockets.ts';

const untilQuiet = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function watched(isLive: (tokenHash: string) => Promise<boolean>, tokenHashes: readonly string[]) {
  const clock = new ManualClock(0);
  const sockets = new SessionSockets({ onEnd: () => () => undefined, isLive }, clock);
  sockets.start();
  const closed: string[] = [];
  for (const tokenHash of tokenHashes) {
    const socket = { once: () => undefined, close: () => void closed.push(tokenHash) } as unknown as WebSocket;
    sockets.add(socket, { tokenHash } as UserSession);
  }
  return { clock, closed };
}

it('closes the sockets of ended sessions also where another way to come in cannot say', async () => {
  const isLive = async (tokenHash: string): Promise<boolean> => {
    if (tokenHash === 'broken') throw new Error('it broke');
    return false;
  };
  const { clock, closed } = watched(isLive, ['broken', 'expired']);
  // The clock logs what a task throws.
  await expect(clock.advance(60_000)).rejects.toThrow('it broke');
  expect(closed).toEqual(['expired']);
});

it('closes the sockets of ended sessions also where another way to come in never says anything', { timeout: 5_000 }, async () => {
  let say: (isLive: boolean) => void = () => undefined;
  const silence = new Promise<boolean>((resolve) => (say = resolve));
  const many = Array.from({ length: 200 }, (_, at) => `silent ${at}`);
  const isLive = (tokenHash: string): Promise<boolean> => (tokenHash === 'expired' ? Promise.resolve(false) : silence);
  const { clock, closed } = watched(isLive, [...many, 'expired']);
  const round = expect(clock.advance(60_000)).rejects.toThrow('nobody said within 5000 ms');
  await untilQuiet();
  for (let waited = 0; waited < 5; waited++) {
    await clock.advance(5_000);
    await untilQuiet();
  }
  await round;
  expect(closed).toEqual(['expired']);
  say(false);
  await untilQuiet();
  expect(closed).toHaveLength(201);
});
