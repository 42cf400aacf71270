import { afterAll, beforeAll, expect, it } from 'vitest';
import { errorCodeOf } from '../../core/contract/error-catalogue.ts';
import { kitCaptcha, type RefusedCall } from '../kit/http-client.ts';
import { ManualClock } from '../kit/manual-clock.ts';
import { startTestServer, type TestServer } from '../kit/test-server.ts';

const clock = new ManualClock(Date.UTC(2026, 10, 20, 12));
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ clock, rateFactor: 1 });
});
afterAll(() => server?.close());

it('says how long a captcha lives, and lets an expired one cost no attempt of the limit', async () => {
  const guest = server.guest();
  const trader = server.demoAccounts.find(({ username }) => username === 'trader1');
  const attempt = (captchaId: string): Promise<string> =>
    guest
      .call('login', {
        query: { captcha_id: captchaId, captcha_value: kitCaptcha },
        body: { account: 'trader1', password: trader?.password ?? '' },
      })
      .then(
        () => 'OK',
        (error: RefusedCall) => errorCodeOf(error.number) ?? '',
      );

  const old = [];
  for (let i = 0; i < 30; i++) old.push(await guest.call('captchaGenerate'));
  await clock.advance(old[0]?.lifetime_ms ?? 0);
  const ofOld = [];
  for (const { captcha_id } of old) ofOld.push(await attempt(captcha_id));
  expect(new Set(ofOld)).toEqual(new Set(['LOGIN_CAPTCHA_EXPIRED']));

  const { captcha_id } = await guest.call('captchaGenerate');
  expect(await attempt(captcha_id)).toBe('OK');
});
