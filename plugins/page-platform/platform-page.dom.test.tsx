import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
import { FakeApi } from '../../core/client/testing/fake-api.ts';
import { refused } from '../../core/contract/app-error.ts';
import uiTexts from '../../locales/en/ui.json';
import { type Rendered, render } from '../../tests/kit/render.tsx';
import texts from './locales/en.json';
import { Page } from './platform-page.tsx';
import type { Services } from './requires.ts';

let page: Rendered;
afterEach(() => page.close());

const venue = (kind: string) => ({
  ...{ key: `venue-${kind}/one`, plugin: `venue-${kind}`, title: `title of ${kind}`, description: `what ${kind} is`, kind, state: 'open' },
  ...{ exchanges: [{ exchange: kind, title: `The ${kind}` }], orders: 0, opened: 0, accounts: 0, instances: 0 },
});
const tick = async (label: string): Promise<void> => {
  const field = [...page.container.querySelectorAll('label')].find(({ textContent }) => textContent?.trim() === label);
  await act(async () => (field?.control ?? field?.querySelector('input'))?.click());
};

/** `others`: changes that somebody else makes before the first save. */
async function show(others: object = {}) {
  let kept = {
    version: 2,
    firm_name: 'Meridian',
    languages: ['en', 'zh-CN', 'zh-TW'],
    language: 'en',
    registration: 'invite',
    currency: 'USDT',
    second_factor: 'nobody',
    sandbox: true,
    closed_venues: [],
    ...{ rebate_first: '0', rebate_second: '0' },
  };
  const sent: unknown[] = [];
  let isFirst = true;
  const api = new FakeApi({
    platformGet: () => kept,
    auditList: () => ({
      results: [
        {
          ...{ entry: 7, time: 1_700_000_000_000, actor: 'olga', actor_id: 'u-1', action: 'platform.changed', subject: 'platform' },
          ...{
            subject_name: null,
            subject_id: null,
            reason: 'we moved',
            before: { firm_name: 'Harbour' },
            after: { firm_name: 'Meridian' },
          },
        },
      ],
      next: null,
    }),
    platformVenues: () => [venue('needed'), { ...venue('sandbox'), orders: 3, accounts: 2, instances: 1 }, venue('choice')],
    platformSms: () => ({ origin: 'none', version: 0, has_secret: false, gateway: null }),
    platformMail: () => ({ origin: 'none', version: 0, has_password: false, server: null }),
    platformChange: ({ body }) => {
      const { reason: _, version, ...changes } = body as { readonly reason: string; readonly version: number };
      sent.push(body);
      if (isFirst && Object.keys(others).length > 0) kept = { ...kept, ...others, version: kept.version + 1 };
      isFirst = false;
      if (version !== kept.version) return refused('PLATFORM_CHANGED');
      const closes = 'sandbox' in changes || 'closed_venues' in changes;
      if (closes && !('close_in_use' in changes)) return refused('PLATFORM_VENUE_IN_USE');
      kept = { ...kept, ...changes, version: version + 1 };
      return kept;
    },
  });
  const told: string[] = [];
  const services = {
    api,
    notices: { show: (_tone: string, text: string) => told.push(text) },
    texts: { errorText: ({ code }: { code: string }) => `said: ${code}` },
  } as unknown as Services;
  page = await render(<Page services={services} />, { 'page-platform': texts, ui: uiTexts });
  await act(async () => undefined);
  return { sent, told };
}
const fieldOf = (label: string): HTMLInputElement | null => {
  const found = [...page.container.querySelectorAll('label')].find(({ textContent }) => textContent === label);
  return page.container.querySelector<HTMLInputElement>(`[id="${found?.htmlFor}"]`);
};
const button = (name: string) => [...page.container.querySelectorAll('button')].find(({ textContent }) => textContent === name);
const save = (): Promise<void> => act(async () => page.container.querySelector('form')?.requestSubmit());
async function type(label: string, text: string): Promise<void> {
  const field = fieldOf(label);
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
    field?.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

it('sends what is different, and no more, once there is a reason', async () => {
  const { sent, told } = await show();
  expect(button('Save')?.disabled).toBe(true);
  await type('Firm name', '  ');
  await type('Reason', 'we moved');
  await save();
  expect([page.container.textContent?.includes('Enter the firm’s name'), sent]).toEqual([true, []]);
  await type('Firm name', ' Meridian   Ltd ');
  await type('Reason', '');
  await save();
  expect([page.container.textContent?.includes('Enter a reason of at least 3 characters'), sent]).toEqual([true, []]);
  await type('Reason', 'we moved');
  await save();
  expect(sent).toEqual([{ version: 2, firm_name: 'Meridian Ltd', reason: 'we moved' }]);
  expect([told.length, fieldOf('Firm name')?.value, fieldOf('Reason')?.value]).toEqual([1, 'Meridian Ltd', '']);
});

it('says that both rebates together exceed the whole fee, and sends them once they do not', async () => {
  const { sent } = await show();
  const said = () => page.container.textContent?.includes('Both rebates together are at most 100 %');
  await type('Referral rebate, %', '60');
  await type('Reason', 'more for whoever invites');
  await type('Second-tier referral rebate, %', '40.01');
  await save();
  expect([said(), sent]).toEqual([true, []]);
  await type('Second-tier referral rebate, %', '40');
  await save();
  expect([said(), sent]).toEqual([false, [{ version: 2, rebate_first: '60', rebate_second: '40', reason: 'more for whoever invites' }]]);
});

it('keeps what was typed when somebody else was quicker, over what holds by now', async () => {
  const { sent } = await show({ language: 'zh-TW' });
  await type('Firm name', 'Meridian Ltd');
  await type('Reason', 'we moved');
  await save();
  expect(page.container.querySelector('[role=alert]')?.textContent).toBe('said: PLATFORM_CHANGED');
  expect(fieldOf('Firm name')?.value).toBe('Meridian Ltd');
  expect(fieldOf('Default language')?.textContent).toBe('繁體中文');
  await save();
  expect(sent.at(-1)).toEqual({ version: 3, firm_name: 'Meridian Ltd', reason: 'we moved' });
});

it('tells who changed what and why, and puts what was before into the form, to be saved with a reason of its own', async () => {
  const { sent } = await show();
  const history = page.container.querySelector('section[aria-label="Change history"]');
  expect(history?.textContent).toContain('Firm name: Harbour → Meridian');
  expect(history?.textContent).toContain('olga');
  expect(history?.textContent).toContain('we moved');
  await act(async () => button('Restore in the form')?.click());
  expect([fieldOf('Firm name')?.value, sent]).toEqual(['Harbour', []]);
  await type('Reason', 'back again');
  await save();
  expect(sent).toEqual([{ version: 2, firm_name: 'Harbour', reason: 'back again' }]);
});

it('never leaves whoever has chosen no language without one that is offered, and asks for one at least', async () => {
  const { sent } = await show();
  await tick('English');
  expect(fieldOf('Default language')?.textContent).toBe('简体中文');
  await type('Reason', 'for these people');
  await save();
  expect(sent).toEqual([{ version: 2, languages: ['zh-CN', 'zh-TW'], language: 'zh-CN', reason: 'for these people' }]);
  await tick('简体中文');
  await tick('繁體中文');
  await type('Reason', 'for nobody');
  await save();
  expect([sent.length, page.container.textContent?.includes('Offer at least one language')]).toEqual([1, true]);
});

it('says what each venue is and what lies there, and closes one in use only for whoever says that he knows', async () => {
  const { sent } = await show();
  const said = page.container.textContent ?? '';
  expect(said).toContain('what needed is');
  expect(said).toContain('Open · The needed · always open');
  expect(said).toContain('Open orders: 3, accounts with balances: 2, running instances: 1');
  await tick('title of sandbox');
  await tick('title of choice');
  await type('Reason', 'in earnest');
  await save();
  expect(page.container.querySelector('[role=alert]')?.textContent).toBe('said: PLATFORM_VENUE_IN_USE');
  await act(async () => button('Close it anyway')?.click());
  const change = { version: 2, sandbox: false, closed_venues: ['venue-choice/one'], reason: 'in earnest' };
  expect(sent).toEqual([change, { ...change, close_in_use: true }]);
});
