import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { httpBase, routes } from '../../schemas/wire/index.ts';
import { CodesKit } from '../../tests/kit/letters/codes.ts';
import { InvitationsKit, numberOf } from '../../tests/kit/letters/invitations.ts';
import { validBodies } from '../../tests/kit/malformed/valid-bodies.ts';
import type { HttpClient } from '../../tests/kit/servers/http-client.ts';
import { StreamProbe } from '../../tests/kit/servers/stream-probe.ts';
import { pluginSource, startTestServer, type TestServer } from '../../tests/kit/servers/test-server.ts';

/** An administrator invites somebody, in a real server: the letter, the list, and who comes by it. */
let server: TestServer;
let admin: HttpClient;
let kit: InvitationsKit;
beforeAll(async () => {
  const plugins = ['venue-house', 'service-outbox', 'service-people', 'service-platform', 'service-register'];
  server = await startTestServer({ plugins: plugins.map(pluginSource) });
  admin = await server.signIn('admin');
  admin.page = server.url;
  kit = new InvitationsKit(server.guest(), admin);
}, 120_000);
afterAll(() => server?.close());

const list = async () => (await admin.call('invitationList')).results;
const letters = (address: string) => new CodesKit(server.guest(), admin).newest(address);
const dayMs = 24 * 60 * 60_000;

it('lets him in as what it says and nothing else, while the door is closed for others, and says so everywhere', async () => {
  const { version } = await admin.call('platformGet');
  await admin.call('platformChange', { body: { version, registration: 'closed', reason: 'a test of the door' } });
  const vip_until = Date.now() + 30 * dayMs;
  const address = 'Ann@people.example';
  const { invitation, channels, token } = await kit.make(address, { role: 'observer', vip_level: 2, vip_until, product: 'pro' });
  expect(channels).toEqual({ mail: false, sms: false });
  expect(invitation).toMatchObject({
    ...{ address, role: 'observer', vip_level: 2, vip_until, product: 'pro', language: 'en', invited_by: 'admin' },
    letter: { channel: 'mail', state: 'WAITING' },
  });
  expect(invitation.until - invitation.invited_time).toBe(7 * dayMs);
  const letter = await letters(address);
  expect(letter).toMatchObject({ kind: 'invitation', subject: 'Tessera invites you' });
  expect(letter.body).toContain(`${server.url}/register#invitation=${token}\n\nIt works for 7 days and can be used only once.`);
  expect(await list()).toEqual([invitation]);

  expect(await kit.look(token)).toEqual({ address, role: 'observer' });
  expect(await numberOf(kit.accept(token, 'trader1'))).toBe(40944);
  expect(await numberOf(kit.accept(token, 'ann.lee', { password: 'short' }))).toBe(42395);
  expect(await numberOf(kit.accept(token, 'ann.lee', { password: 'my-ann.lee-Word7' }))).toBe(42396);
  await kit.accept(token, 'ann.lee', { language: 'zh-CN' });
  const ann = server.guest();
  expect(await ann.signIn('ann@people.example', 'quiet-Harbour-74')).toMatchObject({ username: 'ann.lee', role: 'observer', vip_level: 2 });
  const made = await server.store.users.byLogin('ann.lee');
  expect(made).toMatchObject({ email: address, vipUntilMs: vip_until, productVersion: 'pro', invitedBy: null, demo: false });
  expect(await list()).toEqual([]);
  const [news] = await admin.call('messageList', { query: { type: 3 } });
  expect(news).toMatchObject({
    title: 'ann.lee has accepted your invitation',
    body: 'The invitation to Ann@people.example has become the user ann.lee. The link of the letter opens nothing more.',
  });

  const { results } = await admin.call('personHistory', { query: { user_id: made?.id ?? '' } });
  const adminId = (await server.store.users.byLogin('admin'))?.id;
  expect(results.map(({ action, actor, after }) => [action, actor, after])).toEqual([
    ['invitation.accepted', 'ann.lee', { invitation_id: invitation.invitation_id, inviter: 'admin' }],
    ['person.registered', 'ann.lee', expect.objectContaining({ role: 'observer', vip_level: 2, product: 'pro', invited_by: null })],
  ]);
  const { items } = await server.store.audit.page({ action: 'invitation.made', limit: 10 });
  expect(items).toMatchObject([
    { actor: adminId, subject: `invitation/${invitation.invitation_id}`, reason: 'a test', after: { email: address, role: 'observer' } },
  ]);
  expect(await server.store.audit.verify()).toMatchObject({ outcome: 'unbroken' });
});

it('goes by text message too, in the language that was chosen, and tells open pages that the list is another', async () => {
  const stream = await StreamProbe.open(server.url);
  await stream.request({ op: 'auth', token: admin.token });
  await stream.request({ op: 'subscribe', topics: ['invitations'] });
  const { invitation, token } = await kit.make('+85255550133', { language: 'zh-TW' });
  expect(invitation.letter).toMatchObject({ channel: 'sms' });
  expect((await letters('+85255550133')).body).toMatch(/^Tessera 邀請您加入：http/);
  await kit.accept(token, 'bo.lin');
  const told = () => stream.messages.filter((one) => (one as { readonly t?: string }).t === 'invitations');
  await stream.until(() => told().length >= 3, 5_000);
  await server.guest().signIn('+85255550133', 'quiet-Harbour-74');
  stream.close();
});

it('is sent again and revoked, each time with the link of before dead and its letter taken back', async () => {
  const first = await kit.make('cy@people.example', { role: 'risk' });
  const { invitation_id } = first.invitation;
  const { invitation: again } = await admin.call('invitationResend', { body: { invitation_id, reason: 'it was lost' } });
  const second = await kit.token('cy@people.example');
  expect([again.invitation_id, again.role, second === first.token]).toEqual([invitation_id, 'risk', false]);
  expect([await numberOf(kit.look(first.token)), await numberOf(kit.look(second))]).toEqual([40438, 200]);
  await admin.call('invitationRevoke', { body: { invitation_id, reason: 'went elsewhere' } });
  expect([await numberOf(kit.look(second)), await list()]).toEqual([40438, []]);
  const { results } = await admin.call('outboxList', { query: { search: 'cy@people.example' } });
  expect(results.map(({ state, has_body }) => [state, has_body])).toEqual([
    ['EXPIRED', false],
    ['EXPIRED', false],
  ]);
  for (const name of ['invitationResend', 'invitationRevoke'] as const)
    expect(await numberOf(admin.call(name, { body: { invitation_id, reason: 'once more' } }))).toBe(40439);
  const { items } = await server.store.audit.page({ subject: `invitation/${invitation_id}`, limit: 10 });
  expect(items.map(({ action, reason }) => [action, reason])).toEqual([
    ['invitation.revoked', 'went elsewhere'],
    ['invitation.resent', 'it was lost'],
    ['invitation.made', 'a test'],
  ]);
});

it('takes the place of an open one of the same address', async () => {
  const first = await kit.make('di@people.example', { role: 'finance' });
  const second = await kit.make('DI@people.example');
  expect((await list()).map(({ address, role }) => [address, role])).toEqual([['DI@people.example', 'user']]);
  expect([await numberOf(kit.look(first.token)), await numberOf(kit.look(second.token))]).toEqual([40438, 200]);
  const { items } = await server.store.audit.page({ action: 'invitation.made', limit: 1 });
  expect(items).toMatchObject([{ before: { invitation_id: first.invitation.invitation_id } }]);
});

it('is refused for what nobody may be made with, beside its field', async () => {
  const refused = async (address: string, more: object = {}) => {
    const error = await kit.ask(address, more).catch((one) => one);
    return [error.number, error.params?.field];
  };
  expect(await refused('eve@')).toEqual([42382, 'email']);
  expect(await refused('5555')).toEqual([42354, 'phone']);
  expect(await refused('ann@PEOPLE.example')).toEqual([40944, 'email']);
  expect(await refused('+85255550133')).toEqual([40944, 'phone']);
  expect(await refused('eve@people.example', { role: 'nothing/here' })).toEqual([42355, 'role']);
  expect(await refused('eve@people.example', { vip_until: Date.now() + dayMs })).toEqual([42359, 'vip_until']);
  expect(await refused('eve@people.example', { vip_level: 1, vip_until: 1 })).toEqual([42358, 'vip_until']);
  expect(await refused('eve@people.example', { reason: '   ' })).toEqual([42380, 'reason']);
});

it('leads to no host that only the request names', async () => {
  const asked = request(`${server.url}${httpBase}${routes.invitationMake.path}`, {
    method: 'POST',
    headers: {
      ...{ host: 'evil.example', origin: 'http://evil.example' },
      ...{ 'content-type': 'application/json', authorization: admin.token ?? '' },
    },
  });
  asked.end(JSON.stringify(validBodies.invitationMake));
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  expect(await json(response)).toMatchObject({ code: 42474 });
  const script = await server.signIn('admin');
  expect(await numberOf(new InvitationsKit(server.guest(), script).ask('eve@people.example'))).toBe(42474);
});
