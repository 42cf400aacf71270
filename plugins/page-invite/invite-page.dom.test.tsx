import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
import { FakeApi } from '../../core/client/testing/fake-api.ts';
import uiTexts from '../../locales/en/ui.json';
import { type Rendered, render } from '../../tests/kit/render.tsx';
import { Page } from './invite-page.tsx';
import texts from './locales/en.json';

let page: Rendered;
afterEach(() => page.close());

async function show(invited: readonly object[], rebates: readonly object[] = [], credits: readonly object[] = []): Promise<void> {
  const mine = { invite_code: '0A1B2C3D4E', public_url: 'https://trade.example', rebate_first: '20', rebate_second: '5', invited };
  const api = new FakeApi({
    inviteMine: () => ({ ...mine, rebates, prices: { USDT: '1', BTC: '50000' } }),
    inviteRebates: () => ({ credits, next: null }),
  });
  const services = { api, notices: { show: () => undefined } } as never;
  page = await render(<Page services={services} />, { 'page-invite': texts, ui: uiTexts });
  // The square for cameras comes late.
  await act(async () => new Promise((resolve) => setTimeout(resolve, 50)));
}

it('leads guests to the page to register, with the code', async () => {
  await show([]);
  const values = [...page.container.querySelectorAll('input')].map(({ value }) => value);
  expect(values).toEqual(['0A1B2C3D4E', 'https://trade.example/register?invite=0A1B2C3D4E']);
  expect(page.container.textContent).toContain('Nobody yet. Share your link.');
});

it('tells who came, and how many these have brought', async () => {
  const day = Date.UTC(2026, 10, 28);
  await show([
    { username: 'ann', join_time: day, brought: [], invited: [{ beginning: 'bo', join_time: day, brought: [] }] },
    { username: 'cy', join_time: day, brought: [], invited: [] },
  ]);
  expect(page.container.textContent).toContain('By your code: 2 · by theirs: 1');
  expect(page.container.querySelector('[aria-label="Referred by ann"]')?.textContent).toMatch(/^bo…/);
});

it('tells which rates count, what each has brought, the sums with their worth, and what was credited by day', async () => {
  const day = Date.UTC(2026, 10, 28);
  const theirs = { beginning: 'bo', join_time: day, brought: [{ asset: 'BTC', amount: '0.001' }] };
  await show(
    [{ username: 'ann', join_time: day, brought: [{ asset: 'USDT', amount: '2.5' }], invited: [theirs] }],
    [
      { asset: 'BTC', amount: '0.001' },
      { asset: 'USDT', amount: '2.5' },
    ],
    [{ day: '2026-11-28', exchange: 'tessera', asset: 'USDT', amount: '2.5', state: 'DUE' }],
  );
  const text = page.container.textContent ?? '';
  expect(text).toContain('You earn 20 % of the fees that people you referred pay on the house exchange, and 5 % of those');
  expect(text).toContain('Credited so far: 0.001 BTC, 2.5 USDT · now worth 52.50 USDT');
  expect(text).toContain('annearned 2.5 USDT');
  expect(text).toContain('bo…earned 0.001 BTC');
  expect(page.container.querySelector('[aria-label="Credited by day"]')?.textContent).toBe('2026-11-282.5 USDT · not booked yet');
});
