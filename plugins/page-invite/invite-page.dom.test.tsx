import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
import { FakeApi } from '../../core/client/testing/fake-api.ts';
import uiTexts from '../../locales/en/ui.json';
import { type Rendered, render } from '../../tests/kit/render.tsx';
import { Page } from './invite-page.tsx';
import texts from './locales/en.json';

let page: Rendered;
afterEach(() => page.close());

async function show(invited: readonly object[]): Promise<void> {
  const api = new FakeApi({ inviteMine: () => ({ invite_code: '0A1B2C3D4E', public_url: 'https://trade.example', invited }) });
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
    { username: 'ann', join_time: day, invited: [{ beginning: 'bo', join_time: day }] },
    { username: 'cy', join_time: day, invited: [] },
  ]);
  expect(page.container.textContent).toContain('Came by your code: 2 · by theirs: 1');
  expect(page.container.querySelector('[aria-label="Came by the code of ann"]')?.textContent).toMatch(/^bo…/);
});
