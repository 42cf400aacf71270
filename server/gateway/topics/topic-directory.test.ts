import { expect, it } from 'vitest';
import { AppError } from '../../../core/contract/app-error.ts';
import type { Logger } from '../../../core/contract/server-services.ts';
import type { Role } from '../../../core/domain/accounts/role.ts';
import { ManualClock } from '../../../tests/kit/manual-clock.ts';
import { silentLogger } from '../../../tests/kit/market-fixtures.ts';
import { ContributedTopics } from '../../contributions/contributed-topics.ts';
import type { UserSession } from '../../session/session-registry.ts';
import { Metrics } from '../pages/metrics.ts';
import { TopicClient } from './topic-client.ts';
import { TopicDirectory, type TopicDirectoryParts } from './topic-directory.ts';
import { TopicHub } from './topic-hub.ts';

/** A guest's socket that has asked for topics of plugins alone. */
async function framesOf(open: (topics: ContributedTopics, hub: TopicHub) => readonly string[], logger: Logger) {
  const clock = new ManualClock(0);
  const hub = new TopicHub(clock, new Metrics());
  const contributed = new ContributedTopics(hub);
  const directory = new TopicDirectory({ hub, contributed, ofPlugin: () => null, logger } as unknown as TopicDirectoryParts);
  const frames: string[] = [];
  let terminated = false;
  const socket = {
    bufferedAmount: 0,
    send: (text: string) => void frames.push(text),
    ping: () => undefined,
    terminate: () => {
      terminated = true;
    },
  };
  const client = new TopicClient(socket, (topic) => {
    const entry = directory.find(topic, null);
    return entry instanceof AppError ? null : entry.snapshot();
  });
  hub.join(client);
  hub.start();
  for (const topic of open(contributed, hub)) hub.subscribe(client, topic, [topic]);
  await clock.advance(20);
  return { frames, terminated, hub, clock };
}

it.each([
  [
    'throws',
    (): unknown => {
      throw new Error('no such table');
    },
  ],
  ['cannot be said', (): unknown => 1n],
])('goes on with a socket where the state of one topic of a plugin %s, and says so in the log', async (_what, snapshot) => {
  const errors: unknown[] = [];
  const told = await framesOf(
    (topics) => {
      topics.of('bad').forEverybody({ name: 'bad', snapshot });
      topics.of('good').forEverybody({ name: 'good', snapshot: () => 7 });
      return ['bad', 'good'];
    },
    { ...silentLogger, error: (fields) => void errors.push(fields) },
  );
  expect(told.terminated).toBe(false);
  expect(told.frames.map((frame) => JSON.parse(frame))).toEqual([[expect.anything(), { k: 's', t: 'good', d: 7 }]]);
  expect(errors).toEqual([expect.objectContaining({ topic: 'bad', plugin: 'bad' })]);
});

it('says nothing at all as null, so that the frame can be read', async () => {
  const { frames, hub, clock } = await framesOf((topics) => {
    topics.of('empty').forEverybody({ name: 'empty', snapshot: () => undefined });
    return ['empty'];
  }, silentLogger);
  expect(frames).toEqual([]);
  hub.publish('empty', 'event', undefined);
  await clock.advance(20);
  expect(frames.map((frame) => JSON.parse(frame))).toEqual([[expect.anything(), { k: 'e', t: 'empty', d: null }]]);
});

it('gives the topic of a role to people of that role alone', () => {
  const contributed = new ContributedTopics(new TopicHub(new ManualClock(0), new Metrics()));
  contributed.of('letters').forRole('admin', { name: 'letters', snapshot: () => null });
  const directory = new TopicDirectory({ contributed, ofPlugin: () => null } as unknown as TopicDirectoryParts);
  const asked = (role: Role | null): unknown => {
    const session = role === null ? null : ({ principal: { userId: 'u1', role } } as UserSession);
    const found = directory.find('letters', session);
    return found instanceof AppError ? found.code : found.keys;
  };
  expect([asked('admin'), asked('user'), asked(null)]).toEqual([['letters'], 'ACCESS_ROLE', 'SESSION_MISSING']);
});
