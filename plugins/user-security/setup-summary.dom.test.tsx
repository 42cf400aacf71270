import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
import { FakeApi } from '../../core/client/testing/fake-api.ts';
import { refused } from '../../core/contract/app-error.ts';
import uiTexts from '../../locales/en/ui.json';
import { type Rendered, render } from '../../tests/kit/render.tsx';
import texts from './locales/en.json';
import type { Services } from './requires.ts';
import { Section } from './setup-summary.tsx';

let page: Rendered;
afterEach(() => page.close());

const factors = { totp_since: null as number | null, recovery_left: 0, passkeys: [] as object[] };
const served = { securityFactors: () => factors, securitySessions: () => [{}], loginLogList: () => [], apiKeyList: () => [] };

async function show(changes: ConstructorParameters<typeof FakeApi>[0] = {}) {
  const api = new FakeApi({ ...served, ...changes });
  page = await render(<Section services={{ api } as unknown as Services} />, { 'user-security': texts, ui: uiTexts });
  return api;
}
const lines = () => [...page.container.querySelectorAll('li')].map((line) => [...line.children].map(({ textContent }) => textContent));

it('says what stands of the own ways in, and leads to where it is changed', async () => {
  await show();
  expect(lines()).toEqual([
    ['Second factor', 'Off'],
    ['Passkeys', '0'],
    ['Where you are signed in', '1 session'],
  ]);
  expect(page.container.querySelector('a')?.getAttribute('href')).toBe('/user?part=security');
});

it('says that a second factor is on where it is an authenticator, and where it is a passkey', async () => {
  await show({ securityFactors: () => ({ ...factors, totp_since: 1 }), securitySessions: () => [{}, {}] });
  expect(lines().map(([, state]) => state)).toEqual(['On', '0', '2 sessions']);
  await page.close();
  await show({ securityFactors: () => ({ ...factors, passkeys: [{}, {}] }) });
  expect(lines().map(([, state]) => state)).toEqual(['On', '2', '1 session']);
});

it('says nothing while it does not know, and has it on another try', async () => {
  const api = await show({ securityFactors: () => refused('CLIENT_OFFLINE') });
  expect([lines(), page.container.textContent]).toEqual([[], expect.stringContaining(texts.failed)]);
  api.handlers.securityFactors = () => factors;
  await act(async () => page.container.querySelector('button')?.click());
  expect(lines()[0]).toEqual(['Second factor', 'Off']);
});
