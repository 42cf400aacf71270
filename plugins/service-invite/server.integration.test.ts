import { afterAll, beforeAll, expect, it } from 'vitest';
import { pluginSource, startTestServer, type TestServer } from '../../tests/kit/servers/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    plugins: ['venue-house', 'service-invite'].map(pluginSource),
    environment: { TESSERA_PUBLIC_URL: 'https://trade.example' },
  });
}, 120_000);
afterAll(() => server?.close());

it('gives everybody a code of his own, which stays, and which guests may look up without learning whose it is', async () => {
  const [ann, bo] = [await server.signIn('trader1'), await server.signIn('trader2')];
  const mine = await ann.call('inviteMine');
  expect(mine).toEqual({
    ...{ invite_code: expect.stringMatching(/^[0-9A-F]{10}$/), public_url: 'https://trade.example', invited: [] },
    ...{ rebate_first: '0', rebate_second: '0', rebates: [], prices: expect.objectContaining({ USDT: '1' }) },
  });
  expect((await ann.call('inviteMine')).invite_code).toBe(mine.invite_code);
  expect((await bo.call('inviteMine')).invite_code).not.toBe(mine.invite_code);
  const check = (invite_code: string) => server.guest().call('checkInviteCode', { query: { invite_code } });
  expect([await check(mine.invite_code), await check('0000000000')]).toEqual([1, 0]);
  await expect(server.guest().call('inviteMine')).rejects.toThrow('SESSION_MISSING');
});

it('names who has come by it, the newest first, tells how many these have brought, and nobody else', async () => {
  const { store } = server;
  const ann = await store.users.byLogin('trader1');
  const fresh = (username: string, createdMs: number, invitedBy = ann?.id ?? null) =>
    store.users.create({
      ...{
        id: username,
        username,
        email: null,
        phone: null,
        passwordHash: 'none',
        role: 'user',
        vipLevel: 0,
        inviteCode: `of ${username}`,
      },
      ...{ invitedBy, state: 'ACTIVE', demo: false, createdMs, vipUntilMs: null },
    });
  await fresh('zoe', 1_000);
  await fresh('abe', 2_000);
  await fresh('quincy', 3_000, 'abe');
  await fresh('quentin', 4_000, 'abe');
  await fresh('third', 5_000, 'quincy');
  const invited = async (who: string) => (await (await server.signIn(who)).call('inviteMine')).invited;
  expect(await invited('trader1')).toEqual([
    {
      ...{ username: 'abe', join_time: 2_000, brought: [] },
      invited: [
        { beginning: 'qu', join_time: 4_000, brought: [] },
        { beginning: 'qu', join_time: 3_000, brought: [] },
      ],
    },
    { username: 'zoe', join_time: 1_000, brought: [], invited: [] },
  ]);
  expect(await invited('trader2')).toEqual([]);
});
