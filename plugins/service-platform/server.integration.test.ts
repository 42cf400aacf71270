import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HttpClient, refusalOf } from '../../tests/kit/servers/http-client.ts';
import { setUp } from '../../tests/kit/servers/set-up.ts';
import { pluginSource, startTestServer, type TestServer } from '../../tests/kit/servers/test-server.ts';

let server: TestServer;
let admin: HttpClient;

beforeAll(async () => {
  server = await startTestServer({ demo: false, plugins: [pluginSource('service-people'), pluginSource('service-platform')] });
  admin = await setUp(server.url);
});
afterAll(() => server?.close());

const change = (body: object, client = admin) => client.call('platformChange', { body: { reason: 'we moved', ...body } as never });

describe('what the firm said at the set-up', () => {
  it('is there for administrators, who change it with a reason', async () => {
    expect(await admin.call('platformGet')).toEqual({
      version: 6,
      firm_name: 'Meridian & Sons',
      ...{ languages: ['en', 'zh-CN', 'zh-TW'], language: 'zh-TW' },
      registration: 'invite',
      ...{ currency: 'BTC', sandbox: false, closed_venues: [], second_factor: 'nobody', rebate_first: '0', rebate_second: '0' },
    });
    expect(await change({ version: 6, firm_name: '  Meridian   Ltd ' })).toEqual({
      version: 7,
      firm_name: 'Meridian Ltd',
      ...{ languages: ['en', 'zh-CN', 'zh-TW'], language: 'zh-TW' },
      registration: 'invite',
      ...{ currency: 'BTC', sandbox: false, closed_venues: [], second_factor: 'nobody', rebate_first: '0', rebate_second: '0' },
    });
    const { items } = await server.store.audit.page({ action: 'platform.changed', limit: 10 });
    expect(items).toMatchObject([
      { subject: 'platform', reason: 'we moved', before: { firm_name: 'Meridian & Sons' }, after: { firm_name: 'Meridian Ltd' } },
    ]);
    expect(items[0]?.actor).toBe((await server.store.users.byLogin('olga'))?.id);
  });

  it('is not written over by who looked at it before, nor changed to nothing, nor without a difference or a reason', async () => {
    const wrong = async (body: object) => {
      const { number, params } = await refusalOf(change(body));
      return [number, params.field];
    };
    expect(await wrong({ version: 6, language: 'en' })).toEqual([40961, undefined]);
    expect(await wrong({ version: 7, language: 'zh-TW', firm_name: 'Meridian Ltd' })).toEqual([42398, undefined]);
    expect(await wrong({ version: 7, firm_name: ' ' })).toEqual([42380, 'firm_name']);
    expect(await wrong({ version: 7, firm_name: 'x'.repeat(61) })).toEqual([42387, 'firm_name']);
    expect(await wrong({ version: 7, currency: 'BTC', sandbox: false })).toEqual([42398, undefined]);
    expect(await wrong({ version: 7, language: 'en', reason: '   ' })).toEqual([42380, 'reason']);
    expect(await admin.call('platformGet')).toMatchObject({ version: 7, firm_name: 'Meridian Ltd', language: 'zh-TW' });
  });

  it('goes to one of two who change it at once', async () => {
    const told = await Promise.all(
      ['en', 'zh-CN'].map((language) =>
        change({ version: 7, language }).then(
          () => 200,
          (error: { readonly number: number }) => error.number,
        ),
      ),
    );
    expect(told.sort()).toEqual([200, 40961]);
    expect((await admin.call('platformGet')).version).toBe(8);
  });

  it('offers one language at least, and the default is one of those offered, whichever of the two is changed', async () => {
    const { version, language } = await admin.call('platformGet');
    const others = ['en', 'zh-CN', 'zh-TW'].filter((one) => one !== language);
    const wrong = async (body: object) => {
      const { number, params } = await refusalOf(change({ version, ...body }));
      return [number, params.field];
    };
    expect(await wrong({ languages: others })).toEqual([40001, 'language']);
    expect(await wrong({ languages: [language], language: others[0] })).toEqual([40001, 'language']);
    expect((await wrong({ languages: [] }))[1]).toContain('languages');
    expect((await wrong({ languages: ['en', 'en'] }))[1]).toContain('languages');
    const changed = await change({ version, languages: ['zh-TW', 'en'], language: 'en' });
    expect(changed).toMatchObject({ languages: ['en', 'zh-TW'], language: 'en' });
    const { items } = await server.store.audit.page({ action: 'platform.changed', limit: 1 });
    expect(items[0]).toMatchObject({ before: { languages: ['en', 'zh-CN', 'zh-TW'] }, after: { languages: ['en', 'zh-TW'] } });
  });

  it('is nobody’s who is no administrator', async () => {
    const { password } = await admin.call('personCreate', {
      body: { username: 'trader', email: null, phone: null, role: 'user', vip_level: 0, vip_until: null, reason: 'a trader' },
    });
    const before = await admin.call('platformGet');
    const trader = server.guest();
    await trader.enter('trader', password);
    for (const client of [trader, server.guest()]) {
      await expect(client.call('platformGet')).rejects.toThrow();
      await expect(change({ version: before.version, language: 'zh-TW' }, client)).rejects.toThrow();
    }
    expect(await admin.call('platformGet')).toEqual(before);
  });
});
