import { runInAction } from 'mobx';
import { observer } from 'mobx-react-lite';
import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
import { FakeApi } from '../../../core/client/testing/fake-api.ts';
import uiTexts from '../../../locales/en/ui.json';
import { type Rendered, render, stillServices } from '../../../tests/kit/render.tsx';
import { FinanceStore } from '../finance-store.ts';
import type { FinanceMovement } from '../finance-words.ts';
import texts from '../locales/en.json';
import type { Services } from '../requires.ts';
import { MovementCard } from './movement-card.tsx';

let page: Rendered;
afterEach(() => page.close());

const waiting = {
  ...{ movement_id: 'm-1', kind: 'withdrawal', state: 'REQUESTED', amount: '10', asset: 'USDT', value: '10', proof: '', file: null },
  ...{ username: 'ann', account: 'Main', apiId: 7, exchange: 'aurora', asked_by: 'ann', asked_time: 0, reason: 'rent' },
  ...{ decided_by: null, decided_time: null, decision_reason: null, destination: null, failure: null },
} as unknown as FinanceMovement;

it('keeps the keyboard at a movement that was approved by it, whose buttons are gone', async () => {
  const api = new FakeApi({
    movementDecide: () => ({ ...waiting, state: 'DONE' }),
    movementList: () => ({ results: [], next: null }),
    financeState: () => ({ limit: '0', used: '0', waiting: 0, proofs: [] }),
    financeAccounts: () => ({ accounts: [], total: 0, prices: { USDT: '1' } }),
  });
  const store = new FinanceStore(api, stillServices.timers, 'finance_manage');
  runInAction(() => store.showMovement(waiting));
  const services = {
    ...{ api, preferences: stillServices.preferences, texts: { errorText: () => '' }, markets: { exchangeTitle: () => 'Aurora' } },
    session: { user: { username: 'bo' } },
  } as unknown as Services;
  const Card = observer(() =>
    store.openMovement === null ? null : <MovementCard movement={store.openMovement} store={store} services={services} />,
  );
  page = await render(<Card />, { 'page-finance': texts, ui: uiTexts });
  const card = page.container.querySelector('aside') as HTMLElement;
  await act(async () => {
    const field = card.querySelector('input') as HTMLInputElement;
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, 'seen');
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  const approve = [...card.querySelectorAll('button')].find(({ textContent }) => textContent === 'Approve') as HTMLButtonElement;
  approve.focus();
  await act(async () => approve.click());
  expect(card.textContent).not.toContain('Approve');
  expect(document.activeElement).toBe(card);
});
