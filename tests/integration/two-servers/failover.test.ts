import { afterAll, describe, expect, it } from 'vitest';
import { runFailover } from '../../kit/servers/failover.ts';
import { postgresUrl } from '../../kit/servers/postgres.ts';
import { ServerPair } from '../../kit/servers/server-pair.ts';

const databaseUrl = await postgresUrl();

describe.skipIf(databaseUrl === null)('a server that is killed while it trades', () => {
  const pair = new ServerPair(databaseUrl ?? '');
  afterAll(() => pair.end());

  it('is followed by the other one with every acknowledged order once, and the instance goes on, again and again', {
    timeout: 180_000,
  }, async () => {
    const { wrong, acknowledged, times } = await runFailover(pair, 2);
    expect(wrong).toEqual([]);
    expect(acknowledged).toBeGreaterThan(20);
    expect(times).toHaveLength(2);
  });
});
