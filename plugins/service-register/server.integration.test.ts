import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { termsOfUseVersion } from '../../core/domain/accounts/terms-of-use.ts';
import { CodesKit } from '../../tests/kit/letters/codes.ts';
import { type HttpClient, refusalOf } from '../../tests/kit/servers/http-client.ts';
import { pluginSource, startTestServer, type TestServer } from '../../tests/kit/servers/test-server.ts';

let server: TestServer;
let admin: HttpClient;
let kit: CodesKit;
beforeAll(async () => {
  const plugins = ['venue-house', 'service-outbox', 'service-people', 'service-platform', 'service-invite', 'service-register'];
  server = await startTestServer({ plugins: plugins.map(pluginSource) });
  admin = await server.signIn('admin');
  kit = new CodesKit(server.guest(), admin);
}, 120_000);
afterAll(() => server?.close());

const problem = async (call: Promise<unknown>) => {
  const { number, params } = await refusalOf(call);
  return [number, params.field];
};
const signIn = (account: string, password: string) => server.guest().signIn(account, password);

describe('somebody who comes by himself', () => {
  it('registers by e-mail with the code of the letter, is a user of level 0, and signs in', async () => {
    const letter = await kit.letter('Ann@people.example');
    expect(letter).toMatchObject({ kind: 'code', subject: 'Your code for Tessera', code: expect.stringMatching(/^\d{6}$/) });
    await kit.register({ username: 'ann.lee', email: 'Ann@people.example', code: letter.code });
    expect(await signIn('ann@people.example', 'quiet-Harbour-74')).toMatchObject({ username: 'ann.lee', role: 'user', vip_level: 0 });
    const { items } = await server.store.audit.page({ action: 'person.registered', limit: 10 });
    const ann = await server.store.users.byLogin('ann.lee');
    expect(items).toMatchObject([
      {
        actor: ann?.id,
        subject: `person/${ann?.id}`,
        after: { username: 'ann.lee', role: 'user', invited_by: null, terms_version: termsOfUseVersion },
      },
    ]);
    expect(JSON.stringify(items)).not.toContain('Harbour');
    const terms = { version: termsOfUseVersion, time: items[0]?.timeMs };
    expect(await admin.call('personGet', { query: { user_id: ann?.id ?? '' } })).toMatchObject({ username: 'ann.lee', terms });
    const [made] = (await admin.call('peopleList', { query: { search: 'trader1' } })).results;
    expect(await admin.call('personGet', { query: { user_id: made?.user_id ?? '' } })).toMatchObject({ terms: null });
  });

  it('registers by telephone, in his language, and is remembered as brought by whose code he has', async () => {
    const trader = await server.signIn('trader1');
    const { invite_code } = await trader.call('inviteMine');
    const letter = await kit.letter('+85255550101', 'register', { language: 'zh-CN' });
    expect(letter.body).toMatch(/^\d{6} 是您在 Tessera 注册的验证码/);
    await kit.register({ username: 'bo.lin', phone: '+85255550101', code: letter.code, invite_code: invite_code.toLowerCase() });
    expect((await trader.call('inviteMine')).invited.map(({ username }) => username)).toEqual(['bo.lin']);
  });

  it('hears what is wrong with what he typed, beside its field, and nothing is spent', async () => {
    const { code } = await kit.letter('cy@people.example');
    const typed = (change: object) => problem(kit.register({ username: 'cyn', email: 'cy@people.example', code, ...change } as never));
    expect(await typed({ username: 'c' })).toEqual([42353, 'username']);
    expect(await typed({ username: 'System' })).toEqual([40944, 'username']);
    expect(await typed({ email: 'cy' })).toEqual([42382, 'email']);
    expect(await typed({ password: 'short' })).toEqual([42395, 'password']);
    expect(await typed({ password: 'password123' })).toEqual([42397, 'password']);
    expect(await typed({ invite_code: '0000000000' })).toEqual([42472, 'invite_code']);
    expect(await typed({ phone: '+85255550102' })).toEqual([40001, 'phone']);
    // The code is right: now he may hear it.
    expect(await typed({ username: 'TRADER1' })).toEqual([40944, 'username']);
    await kit.register({ username: 'cy_1', email: 'cy@people.example', code });
  });

  it('may ask whether something can be a name or an address, and never whether somebody has it', async () => {
    const guest = server.guest();
    const answers = await Promise.all([
      guest.call('checkUsername', { query: { username: 'trader1' } }),
      guest.call('checkEmail', { query: { email: 'ann@people.example' } }),
      guest.call('checkPhone', { query: { phone: '+85255550101' } }),
    ]);
    expect(answers).toEqual([1, 1, 1]);
    expect(await problem(guest.call('checkUsername', { query: { username: '?' } }))).toEqual([42353, 'username']);
    expect(await problem(guest.call('checkEmail', { query: { email: 'ann@' } }))).toEqual([42382, 'email']);
    expect(await problem(guest.call('checkPhone', { query: { phone: '5555' } }))).toEqual([42354, 'phone']);
  });

  it('comes in as far as the firm has opened its door', async () => {
    const open = async (registration: 'open' | 'invite' | 'closed') => {
      const { version } = await admin.call('platformGet');
      await admin.call('platformChange', { body: { version, registration, reason: 'a test of the door' } });
    };
    await open('closed');
    expect(await problem(kit.letter('di@people.example'))).toEqual([40376, undefined]);
    expect(await problem(kit.register({ username: 'dia', email: 'di@people.example', code: '000000' }))).toEqual([40376, undefined]);
    await open('invite');
    expect(await problem(kit.letter('di@people.example'))).toEqual([42471, 'invite_code']);
    expect(await problem(kit.letter('di@people.example', 'register', { invite_code: 'ABC' }))).toEqual([42472, 'invite_code']);
    const { invite_code } = await admin.call('inviteMine');
    const { code } = await kit.letter('di@people.example', 'register', { invite_code });
    expect(await problem(kit.register({ username: 'dia', email: 'di@people.example', code }))).toEqual([42471, 'invite_code']);
    await kit.register({ username: 'di_1', email: 'di@people.example', code, invite_code });
    await open('open');
  });
});

describe('somebody who has lost his password', () => {
  it('sets another by e-mail; all sessions end, and a letter tells him', async () => {
    const session = server.guest();
    await session.signIn('ann.lee', 'quiet-Harbour-74');
    const { code, kind } = await kit.letter('ann@people.example', 'reset');
    expect(kind).toBe('code');
    const reset = (body: object) =>
      server.guest().call('resetPasswordEmail', { body: { email: 'ANN@people.example', code, password: 'other-Harbour-75', ...body } });
    expect(await problem(reset({ password: 'short' }))).toEqual([42395, 'password']);
    expect(await problem(reset({ password: 'my-ann.lee-Word7' }))).toEqual([42396, 'password']);
    await reset({});
    expect(await session.call('checkToken')).toBe(0);
    expect((await refusalOf(signIn('ann.lee', 'quiet-Harbour-74'))).number).toBe(40104);
    expect(await signIn('ann.lee', 'other-Harbour-75')).toMatchObject({ username: 'ann.lee' });
    expect(await kit.newest('ann@people.example')).toMatchObject({ kind: 'password', subject: 'Your password at Tessera was changed' });
    expect(await problem(reset({ password: 'third-Harbour-76' }))).toEqual([42470, 'code']);
    const { items } = await server.store.audit.page({ action: 'person.password', limit: 10 });
    expect(items.map(({ actor, subject }) => `person/${actor}` === subject)).toEqual([true]);
  });

  it('sets another by telephone', async () => {
    const { code } = await kit.letter('+85255550101', 'reset');
    await server.guest().call('resetPassword', { body: { phone: '+85255550101', code, password: 'other-Harbour-75' } });
    expect(await signIn('+85255550101', 'other-Harbour-75')).toMatchObject({ username: 'bo.lin' });
  });
});
