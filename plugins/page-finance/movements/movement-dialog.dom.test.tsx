import { act } from 'react';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { FakeApi } from '../../../core/client/testing/fake-api.ts';
import uiTexts from '../../../locales/en/ui.json';
import { type Rendered, render, stillServices } from '../../../tests/kit/render.tsx';
import { FinanceStore } from '../finance-store.ts';
import type { FinanceAccount } from '../finance-words.ts';
import texts from '../locales/en.json';
import type { Services } from '../requires.ts';
import { MovementDialog } from './movement-dialog.tsx';

let page: Rendered;
// Dialogs come and go at once: nothing is left to be cancelled after its test.
const { animate } = Element.prototype;
beforeAll(() => void Reflect.set(Element.prototype, 'animate', undefined));
afterAll(() => void Reflect.set(Element.prototype, 'animate', animate));
afterEach(() => page.close());

const account = {
  ...{ apiId: 7, name: 'Main', username: 'ann', exchange: 'aurora', assets: ['USDT', 'ODD'] },
  balances: [{ accountType: 'spot', asset: 'USDT', total: '10', held: '0' }],
} as unknown as FinanceAccount;

const opener = document.createElement('button');

/** A deposit in the dialog of somebody who has moved `used` of `limit` USDT alone within a day. */
async function ask({ limit, used, amount }: { readonly limit: string; readonly used: string; readonly amount: string }) {
  document.body.append(opener);
  opener.focus();
  const api = new FakeApi({
    financeState: () => ({ limit, used, waiting: 0, proofs: [] }),
    financeAccounts: () => ({ accounts: [], total: 0, prices: { USDT: '1' } }),
    movementAsk: () => ({ state: 'DONE' }),
  });
  const store = new FinanceStore(api, stillServices.timers, 'finance');
  await Promise.all([store.readState(), store.readAccounts()]);
  const services = {
    ...{ api, preferences: stillServices.preferences, texts: { errorText: () => '' }, notices: { show: () => undefined } },
    markets: { exchangeTitle: () => 'Aurora' },
  } as unknown as Services;
  const parts = { kind: 'deposit', account, store, services, onClose: () => void page.close() } as const;
  page = await render(<MovementDialog {...parts} />, { 'page-finance': texts, ui: uiTexts });
  await type('Amount', amount);
  await type('Reason', 'paid in');
  await type('Reference', 'bank 12');
  await act(async () => document.querySelector('form')?.requestSubmit());
  return {
    said: [...document.querySelectorAll('[role=dialog] p')].map(({ textContent }) => textContent).at(-1),
    button: document.querySelector('[role=dialog] button[type=submit]')?.textContent,
  };
}

async function type(label: string, text: string): Promise<void> {
  const found = [...document.querySelectorAll('label')].find(({ textContent }) => textContent?.startsWith(label));
  const field = document.getElementById(found?.htmlFor ?? '');
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
    field?.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

const alone = (used: string) => ({
  said: `In the last 24 hours you have moved ${used} of 1,000 USDT without approval. A movement that takes the sum above it needs a second person.`,
  button: 'Confirm',
});
const second = { said: 'A second person must approve this.', button: 'Submit for approval' };

it('says how much of the day’s limit is used, and lets one alone move what just fits into the rest', async () => {
  expect(await ask({ limit: '1000', used: '0', amount: '1000' })).toEqual(alone('0'));
  await page.close();
  expect(await ask({ limit: '1000', used: '600.5', amount: '399.5' })).toEqual(alone('600.5'));
});

it('asks for a second person once what was moved before takes the sum above the limit', async () => {
  expect(await ask({ limit: '1000', used: '600.5', amount: '399.51' })).toEqual(second);
  await page.close();
  expect(await ask({ limit: '1000', used: '1000', amount: '0.01' })).toEqual(second);
});

it('asks for one too while no limit is known, and above none', async () => {
  expect(await ask({ limit: '', used: '0', amount: '1' })).toEqual(second);
  await page.close();
  expect(await ask({ limit: '0', used: '0', amount: '1' })).toEqual(second);
});

it('says of an amount below zero what an amount has to be', async () => {
  await ask({ limit: '1000', used: '0', amount: '-5' });
  expect(document.querySelector('[role=dialog]')?.textContent).toContain('Enter an amount greater than zero');
});

it('gives the focus back to what asked for it, over both of its steps', async () => {
  await ask({ limit: '1000', used: '0', amount: '5' });
  expect(document.activeElement?.closest('[role=dialog]')).not.toBeNull();
  await act(async () => document.querySelector('form')?.requestSubmit());
  expect(document.querySelector('[role=dialog]')).toBeNull();
  expect(document.activeElement).toBe(opener);
});

it('gives the focus to the page where what asked for it takes none any more', async () => {
  await ask({ limit: '1000', used: '0', amount: '5' });
  const main = document.createElement('main');
  main.tabIndex = -1;
  document.body.append(main);
  opener.disabled = true;
  await act(async () => document.querySelector('form')?.requestSubmit());
  expect(document.activeElement).toBe(main);
  main.remove();
  opener.disabled = false;
});

it('finds an account that was opened meanwhile once the list is shown again', async () => {
  const api = new FakeApi({ financeAccounts: () => ({ accounts: [account], total: 1, prices: {} }) });
  const store = new FinanceStore(api, stillServices.timers, 'finance');
  store.show('proof');
  expect(api.names()).toEqual([]);
  store.show('accounts');
  await act(async () => undefined);
  expect(store.accounts).toEqual([account]);
});
