import { expect, it } from 'vitest';
import { FakeApi } from '../../core/client/testing/fake-api.ts';
import { refused } from '../../core/contract/app-error.ts';
import { SecurityStore } from './security-store.ts';

const factors = { totp_since: null as number | null, recovery_left: 0, passkeys: [] };
const lists = () => ({ securitySessions: () => [], loginLogList: () => [], apiKeyList: () => [], securityFactors: () => ({ ...factors }) });

it('tells recovery codes once, when the factor that is being turned on was confirmed', async () => {
  const api = new FakeApi({
    ...lists(),
    securityTotpBegin: () => ({ secret: 'S', url: 'otpauth://x' }),
    securityTotpConfirm: () => ({ recovery_codes: ['a', 'b'] }),
    securityFactors: () => ({ ...factors, totp_since: 1 }),
  });
  const store = new SecurityStore(api);
  expect(await store.beginFactor()).toBeNull();
  expect(store.begun).toMatchObject({ secret: 'S' });
  expect(await store.confirmFactor('123456')).toBeNull();
  expect([store.begun, store.codes, store.isGuarded]).toEqual([null, ['a', 'b'], true]);
  store.forgetCodes();
  expect(store.codes).toBeNull();
});

it('keeps the secret when its code was wrong, and says so', async () => {
  const api = new FakeApi({
    ...lists(),
    securityTotpBegin: () => ({ secret: 'S', url: 'otpauth://x' }),
    securityTotpConfirm: () => refused('TOTP_CODE_WRONG', { field: 'code' }),
  });
  const store = new SecurityStore(api);
  await store.beginFactor();
  expect((await store.confirmFactor('000000'))?.code).toBe('TOTP_CODE_WRONG');
  expect([store.begun?.secret, store.codes, store.busy]).toEqual(['S', null, false]);
});

it('takes a confirmation that was not given for no failure, and one list that does not come for one', async () => {
  const store = new SecurityStore(new FakeApi({ ...lists(), securityTotpOff: () => refused('CONFIRMATION_NEEDED') }));
  expect(await store.turnFactorOff()).toBeNull();
  await store.load();
  expect(store.state).toBe('ready');
  const broken = new SecurityStore(new FakeApi({ ...lists(), securitySessions: () => refused('CLIENT_OFFLINE') }));
  await broken.load();
  expect(broken.state).toBe('failed');
});

it('says how many API keys go on when the password is another', async () => {
  const store = new SecurityStore(new FakeApi({ ...lists(), apiKeyList: () => [{}, {}] as never }));
  await store.load();
  expect(store.keys).toBe(2);
});
