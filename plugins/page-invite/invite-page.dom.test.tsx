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
  expect(page.container.textContent).toContain('Nobody yet: hand out your link.');
});

it('tells who came, and how many these have brought', async () => {
  const day = Date.UTC(2026, 10, 28);
  await show([
    { username: 'ann', join_time: day, brought: [], invited: [{ beginning: 'bo', join_time: day, brought: [] }] },
    { username: 'cy', join_time: day, brought: [], invited: [] },
  ]);
  expect(page.container.textContent).toContain('Came by your code: 2 · by theirs: 1');
  expect(page.container.querySelector('[aria-label="Came by the code of ann"]')?.textContent).toMatch(/^bo…/);
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
  expect(text).toContain('you get 20 %, and of those whom they invite 5 %');
  expect(text).toContain('Credited so far: 0.001 BTC, 2.5 USDT · worth now 52.50 USDT');
  expect(text).toContain('annbrought 2.5 USDT');
  expect(text).toContain('bo…brought 0.001 BTC');
  expect(page.container.querySelector('[aria-label="Credited by day"]')?.textContent).toBe('2026-11-282.5 USDT · not booked yet');
});
