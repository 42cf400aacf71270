import { generateKeyPairSync } from 'node:crypto';
import { type HttpClient, solved } from '../servers/http-client.ts';
import { apiOf } from '../servers/strategy-client.ts';
import type { TestServer } from '../servers/test-server.ts';
import { validBodies, validQueries } from './valid-bodies.ts';

/** What a call is sent, and by whom where it is one certain person. */
export interface LivingInput {
  readonly query?: object;
  readonly body?: object;
  readonly by?: HttpClient;
}

const market = { exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot' };
const reason = 'a living thing';
const terms = { email: null, phone: null, role: 'user', vip_level: 0, vip_until: null, reason } as const;
const invited = { role: 'user', vip_level: 0, vip_until: null, product: null, language: 'en', reason } as const;
const writing = { title: 'News', text: 'In full' };
const audience = { kind: 'users' as const, usernames: ['trader1'] };
const mailServer = {
  host: '127.0.0.1',
  port: 1,
  security: 'starttls',
  user: 'u',
  user_password: 'p',
  sender: 'a@firm.example',
  notify: [],
};
const gateway = { url: 'https://127.0.0.1:1/send', header: 'x-key', header_value: 'v', sender: '', body: '{"to":"{to}","text":"{text}"}' };
const contact = {
  ...{ firstName: 'Ann', lastName: 'Lee', email: 'ann@people.example', telegram: '@ann', company: 'Firm', position: 'Head' },
  ...{ interest: 'the product', business: 'other', assetRange: '<1M', country: 'HK' },
};

/** Inputs that their calls take and that are about things that there are, so that the call goes on to its end; of the other calls those of `validBodies` and `validQueries`. */
export async function livingInputs(
  server: TestServer,
): Promise<(name: string) => Promise<Required<Pick<LivingInput, 'query' | 'body'>> & LivingInput>> {
  const [admin, owner, finance, risk] = (await Promise.all(['admin', 'trader1', 'finance', 'risk'].map(server.signIn))) as [
    HttpClient,
    HttpClient,
    HttpClient,
    HttpClient,
  ];
  const passwordOf = (name: string): string => server.demoAccounts.find(({ username }) => username === name)?.password ?? '';
  let count = 0;
  const fresh = (): string => `living-${++count}`;
  const person = () => admin.call('personCreate', { body: { ...terms, username: fresh() } });
  const someone = await person();
  const one = { user_id: someone.person.user_id };
  const api_id = await apiOf(owner);
  const second = await owner.call('accountSave', {
    body: { name: 'Second', exchange: 'tessera', permissions: ['spot'], group_id: null, expire_time: null },
  });
  const { group_id } = await admin.call('accountGroupSave', { body: { name: 'Living' } });
  const { id } = await owner.call('layoutCreate', { body: { name: 'Living', version: 2, content: {} } });
  const captcha = async () => solved(await server.guest().call('captchaGenerate'));
  await server.guest().call('contactSend', { query: await captcha(), body: contact });
  const letter_id = (await admin.call('inboxList')).results[0]?.letter_id ?? '';
  const params = { apiId: api_id, instrumentId: 'tessera/BTCUSDT/spot', price: '10000', qty: '0.01' };
  const { instance_id } = await owner.call('strategyStart', { body: { name: 'Living', strategy: 'strategy-sample/sample', params } });
  const target = { about: 'market' as const, instrument: 'tessera/BTCUSDT/spot' };
  const throws = () => risk.call('riskSwitchThrow', { body: { target, reason } }).catch(() => null);
  const asked = async (movement_id: string) => {
    const body = {
      movement_id,
      kind: 'deposit',
      api_id,
      account_type: 'spot',
      asset: 'USDT',
      amount: '50000',
      reason,
      proof: 'R',
      file_id: null,
    };
    await finance.call('movementAsk', { body: body as never });
    return { movement_id, approve: false, reason };
  };
  const invitation = async () =>
    (await admin.call('invitationMake', { body: { ...invited, address: `${fresh()}@people.example` } })).invitation.invitation_id;
  /** Somebody who has chosen his password, signed in. */
  const entered = async () => {
    const { person: made, password } = await person();
    const by = server.guest();
    await by.enter(made.username, password);
    return { by, ...made };
  };

  const living: Readonly<Record<string, () => LivingInput | Promise<LivingInput>>> = {
    loginStep: async () => {
      const { person: made, password } = await person();
      const wants = await server.guest().login(made.username, password);
      if (!('wants' in wants)) throw new Error('the sign-in wants nothing');
      return { body: { pending_token: wants.pending_token, kind: wants.wants[0], value: 'quiet-Meadow-7411' } };
    },
    apiKeyCreate: () => ({ body: { name: 'Bot', permission: 'read', addresses: [], password: passwordOf('admin') } }),
    accountFees: () => ({ query: { symbol: market.symbol, account_type: market.account_type } }),
    balanceChanges: () => ({ query: { from: '0' } }),
    adminPluginSetVersions: () => ({ query: { role: 'user' } }),
    adminProductVersionTie: async () => {
      const named = { included: ['*'], excluded: [], vip_overrides: {}, locked: [], reason } as const;
      await admin.call('adminNamedSetSave', { body: { name: 'pro', ...named } as never });
      return {};
    },
    startTemplateSave: () => ({ body: { ...validBodies.startTemplateSave, template_id: fresh() } }),
    tradeTemplateSave: () => ({ body: { ...validBodies.tradeTemplateSave, template_id: fresh() } }),
    strategyStart: () => ({ by: owner, body: { name: 'Daily', strategy: 'strategy-sample/sample', params } }),
    instanceAuthorisationGive: () => ({ by: owner, body: { instance_id, grantee: 'observer', until: null } }),
    instanceAuthorisationTake: () => ({ by: owner, body: { instance_id, grantee_id: 'nobody' } }),
    personGet: () => ({ query: one }),
    inboxLetter: () => ({ query: { letter_id } }),
    adminPackageKeyAdd: () => {
      const key = generateKeyPairSync('ed25519').publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
      return { body: { name: 'Ann', public_key: key.toString('base64') } };
    },
    layoutRename: () => ({ by: owner, body: { id, name: 'Main' } }),
    accountSave: () => ({ body: { name: 'Grid', exchange: 'tessera', permissions: ['spot'], group_id: null, expire_time: null } }),
    accountGroupSave: () => ({ body: { group_id, name: 'Grids' } }),
    authorisationGive: () => ({ by: owner, body: { api_id, grantee: 'observer', acts: ['see'], until: null } }),
    authorisationTake: () => ({ by: owner, body: { api_id, grantee_id: 'nobody' } }),
    adminAnnouncementSave: () => ({ body: { texts: { en: writing, 'zh-CN': writing, 'zh-TW': writing }, pinned: false, audience } }),
    adminAnnouncementReach: () => ({ body: { audience } }),
    contactSend: () => ({ body: contact }),
    careerSend: () => ({ body: { job: 'engineer', name: 'Ann', phone: '+85255550101', email: 'ann@people.example' } }),
    inboxNote: () => ({ body: { letter_id, body: 'Called back' } }),
    auditSealOrders: () => ({ query: { entry: '1' } }),
    copyPlanSave: () => ({
      by: owner,
      body: {
        main_api_id: api_id,
        on: true,
        sync_ratio: '100',
        followers: [{ api_id: second.api_id, ratio: '50', max_amount: '10', on: true }],
      },
    }),
    // What is as it was is not written down.
    financeLimitSave: () => ({ body: { limit: String(20_000 + ++count), reason } }),
    movementAsk: () => ({ body: { ...validBodies.movementAsk, api_id, movement_id: fresh() } }),
    movementDecide: async () => ({ body: await asked(fresh()) }),
    allocationMake: () => ({
      body: {
        ...{ transfer_id: fresh(), api_id, from: { account_type: 'spot' }, to: { api_id: second.api_id, account_type: 'spot' } },
        ...{ asset: 'USDT', amount: '0.01', reason },
      },
    }),
    operationsHistory: () => ({ query: { key: 'cpu', span: '1h' } }),
    ownDataLeave: async () => ({ by: (await entered()).by, body: { username: 'nobody' } }),
    personKeep: async () => {
      const { by, username, user_id } = await entered();
      await by.call('ownDataLeave', { body: { username } });
      return { body: { user_id, reason } };
    },
    personChange: async () => {
      const read = await admin.call('personGet', { query: one });
      return { body: { ...one, version: read.version, vip_level: (read.vip_level + 1) % 2, reason } };
    },
    personPassword: () => ({ body: { ...one, reason } }),
    personSessionsEnd: async () => ({ body: { user_id: (await entered()).user_id, reason } }),
    personFactorReset: () => ({ body: { ...one, reason } }),
    personNote: () => ({ body: { ...one, body: 'Called back' } }),
    peopleImport: () => ({ body: { csv: `username,role\n${fresh()},user`, dry: false, reason } }),
    invitationMake: () => ({ body: { ...invited, address: `${fresh()}@people.example` } }),
    invitationResend: async () => ({ body: { invitation_id: await invitation(), reason } }),
    invitationRevoke: async () => ({ body: { invitation_id: await invitation(), reason } }),
    platformChange: async () => ({ body: { version: (await admin.call('platformGet')).version, firm_name: 'Firm', reason } }),
    platformMailChange: async () => ({ body: { version: (await admin.call('platformMail')).version, server: mailServer, reason } }),
    platformSmsChange: async () => ({ body: { version: (await admin.call('platformSms')).version, gateway, reason } }),
    platformSmsTest: async () => {
      const { version } = await admin.call('platformSms');
      await admin.call('platformSmsChange', { body: { version, gateway, reason } as never });
      return {};
    },
    riskSwitchThrow: () => ({ body: { target, reason } }),
    riskSwitchRelease: async () => {
      await throws();
      return { body: { target, reason } };
    },
    // Of what stops everybody a second person is asked.
    riskReleaseDecide: async () => {
      for (const name of ['riskSwitchThrow', 'riskSwitchRelease'] as const)
        await risk.call(name, { body: { target: { about: 'everyone' }, reason } });
      return { body: { approve: true, reason } };
    },
    riskCancelAll: () => ({ body: { target: { about: 'exchange', exchange: 'tessera' }, reason } }),
    riskClose: () => ({ body: { api_id, closing_id: fresh(), reason } }),
    riskLimitSave: () => ({ body: { kind: 'asset', key: 'BTC', net: '1000000000', gross: null, reason } }),
    securityTotpConfirm: async () => {
      const { by } = await entered();
      await by.call('securityTotpBegin');
      return { by, body: { code: '123456' } };
    },
    securityPassword: async () => ({
      by: (await entered()).by,
      body: { old_password: 'quiet-Meadow-7411', new_password: 'blue-Harbour-1047' },
    }),
  };
  return async (name) => {
    const { query = validQueries[name] ?? {}, body = validBodies[name] ?? {}, ...more } = (await living[name]?.()) ?? {};
    return { query: { ...query, ...('captcha_value' in query ? await captcha() : {}) }, body, ...more };
  };
}
