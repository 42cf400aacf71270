import { afterEach, expect, it } from 'vitest';
import { FakeApi } from '../../core/client/testing/fake-api.ts';
import { type Rendered, render } from '../../tests/kit/render.tsx';
import texts from './locales/en.json';
import type { Services } from './requires.ts';
import { SecurityStore } from './security-store.ts';
import { SessionList } from './session-list.tsx';

let page: Rendered;
afterEach(() => page.close());

it('says of each of the own sessions its address and, where it is known, its place', async () => {
  const session = { session_id: 's', opened_time: 0, used_time: null, user_agent: '', current: false };
  const placed = { ...session, ip: '203.0.113.9', place: { country: 'CH', city: 'Zurich' }, current: true };
  const api = new FakeApi({
    securitySessions: () => [placed, { ...session, session_id: 't', ip: '10.0.0.7', place: null }],
    securityFactors: () => ({ totp_since: null, recovery_left: 0, passkeys: [] }),
    ...{ loginLogList: () => [], apiKeyList: () => [] },
  });
  const store = new SecurityStore(api);
  await store.load();
  page = await render(<SessionList store={store} services={{ api } as unknown as Services} />, { 'user-security': texts });
  const said = [...page.container.querySelectorAll('li')].map(({ textContent }) => textContent);
  expect(said).toEqual([
    expect.stringContaining('203.0.113.9 (Zurich, Switzerland) · signed in'),
    expect.stringContaining('10.0.0.7 · signed in'),
  ]);
});
