import { act } from 'react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { FakeApi } from '../../../core/client/testing/fake-api.ts';
import { refused } from '../../../core/contract/app-error.ts';
import uiTexts from '../../../locales/en/ui.json';
import type { PersonView } from '../../../schemas/wire/people.ts';
import { type Rendered, render } from '../../../tests/kit/render.tsx';
import texts from '../locales/en.json';
import type { Services } from '../requires.ts';
import { PersonCard } from './person-card.tsx';
import { PersonStore } from './person-store.ts';

// Without it the library of the dialogs moves nothing.
beforeAll(() => Reflect.deleteProperty(Element.prototype, 'animate'));

let page: Rendered;
afterEach(() => page.close());

const nowMs = Date.UTC(2026, 10, 20, 12);
const ann: PersonView = {
  ...{
    user_id: 'u-1',
    username: 'ann',
    email: null,
    phone: null,
    role: 'user',
    vip_level: 2,
    vip_until: Date.UTC(2027, 0, 1),
    product: null,
    state: 'ACTIVE',
  },
  ...{
    demo: false,
    created_time: nowMs,
    last_sign_in_time: null,
    version: 1,
    invite_code: 'ABC',
    invited_by: 'bo',
    inviter_id: 'u-0',
    invited_count: 3,
  },
  terms: { version: '2026-11-28', time: nowMs },
  sessions: [
    {
      session_id: 'a'.repeat(32),
      created_time: nowMs,
      expiry_time: nowMs + 1_000,
      ip: '10.0.0.7',
      place: { country: 'CH', city: 'Zurich' },
      user_agent: 'Firefox',
    },
  ],
  ...{ sign_ins: [], notes: [] },
};

async function show({ me = 'admin', answer = (): unknown => ann } = {}) {
  const sent: unknown[] = [];
  const went: unknown[] = [];
  const people = {
    ...{ roles: ['user', 'risk'] as const, close: () => undefined },
    show: (id: string) => void went.push(id),
    narrow: (to: object) => void went.push(Object.fromEntries(Object.entries(to).filter(([, value]) => value !== undefined))),
  };
  const api = new FakeApi({
    personGet: () => ann,
    personChange: ({ body }) => {
      sent.push(body);
      return answer();
    },
    personPassword: ({ body }) => {
      sent.push(body);
      return { password: 'brave-new-word' };
    },
    personHistory: () => ({
      results: [
        {
          line_id: 2,
          time: nowMs,
          actor: 'boss',
          action: 'person.changed',
          reason: 'promoted',
          before: { vip_level: 1 },
          after: { vip_level: 2 },
        },
      ],
      next: null,
    }),
  });
  const services = {
    api,
    notices: { show: () => undefined, error: () => undefined },
    session: { user: { username: me } },
    texts: { language: 'en', errorText: ({ code }: { code: string }) => `said: ${code}` },
  } as unknown as Services;
  const store = new PersonStore('u-1', api, { nowMs: () => nowMs, timeZone: () => 'UTC', onChange: () => undefined });
  await store.load();
  page = await render(<PersonCard store={store} people={people} services={services} />, {
    'page-users': texts,
    ui: uiTexts,
  });
  return { store, sent, went };
}
const named = (name: string, within: ParentNode = document): HTMLButtonElement =>
  [...within.querySelectorAll('button')].find((one) => one.textContent === name) as HTMLButtonElement;
const press = (name: string): Promise<void> => act(async () => named(name, dialog() ?? document).click());
const dialog = (): HTMLElement | null => document.querySelector('[role=dialog]');
const fieldOf = (label: string): HTMLInputElement => {
  const found = [...(dialog() ?? document).querySelectorAll('label')].find(({ textContent }) => textContent === label);
  return document.getElementById(found?.htmlFor ?? '') as HTMLInputElement;
};
async function type(label: string, text: string): Promise<void> {
  const field = fieldOf(label);
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

it('says where he is signed in, with the place of the address in the reader’s language', async () => {
  await show();
  expect(page?.container.textContent).toContain('10.0.0.7 (Zurich, Switzerland)');
});

it('leads up and down the tree of who has brought whom', async () => {
  const { went } = await show();
  await press('bo');
  await press('3');
  expect(went).toEqual(['u-0', { search: '', invited_by: 'ann' }]);
});

it('suspends somebody after it has said what follows and was told why, and gives the focus back', async () => {
  const { sent } = await show();
  named('Suspend').focus();
  await press('Suspend');
  expect(dialog()?.textContent).toContain('All sessions of ann end at once');
  await press('Suspend');
  expect([sent, dialog()?.textContent?.includes('Enter a reason')]).toEqual([[], true]);
  await type('Reason', 'left the firm');
  await press('Suspend');
  expect([sent, dialog()]).toEqual([[{ user_id: 'u-1', version: 1, state: 'DISABLED', reason: 'left the firm' }], null]);
  await vi.waitFor(() => expect(document.activeElement).toBe(named('Suspend')));
});

it('shows a new password masked until somebody wants to see it, and once', async () => {
  await show();
  await press('New password');
  await type('Reason', 'forgot it');
  await press('Reset password');
  const field = dialog()?.querySelector('input');
  expect([field?.type, field?.value, dialog()?.textContent?.includes('brave')]).toEqual(['password', 'brave-new-word', false]);
  await press('Show');
  expect(field?.type).toBe('text');
  await press('Done');
  expect(document.body.innerHTML).not.toContain('brave-new-word');
});

it('does not offer to administrators what they may not do to themselves, and says why', async () => {
  await show({ me: 'ann' });
  expect([named('Suspend').disabled, fieldOf('Role').disabled, fieldOf('State').disabled, fieldOf('Email').disabled]).toEqual([
    true,
    true,
    true,
    false,
  ]);
  for (const text of ['You cannot change your own role', 'You cannot suspend yourself']) expect(page.container.textContent).toContain(text);
});

it('says what is wrong with an address while it is typed, and a refusal beside the field that it names', async () => {
  await show({ answer: () => refused('PERSON_TAKEN', { field: 'email' }) });
  await type('Email', 'ann@firm');
  expect(page.container.textContent).toContain('Please enter the correct email address');
  await type('Email', 'bob@firm.example');
  await type('Reason', 'as he asked');
  await press('Save');
  const words = document.getElementById(fieldOf('Email').getAttribute('aria-describedby') ?? '');
  expect([words?.textContent, fieldOf('Email').value, fieldOf('Reason').value]).toEqual([
    'said: PERSON_TAKEN',
    'bob@firm.example',
    'as he asked',
  ]);
});

it('offers to load somebody anew who was changed meanwhile, with what was typed', async () => {
  const { store } = await show({ answer: () => refused('PERSON_CHANGED') });
  await type('Phone', '+852 1234 5678');
  await type('Reason', 'as he asked');
  await press('Save');
  expect(page.container.textContent).toContain('said: PERSON_CHANGED');
  await press('Reload and keep my changes');
  expect([page.container.textContent?.includes('said:'), fieldOf('Phone').value, store.reason]).toEqual([
    false,
    '+85212345678',
    'as he asked',
  ]);
});

it('tells the history in words when it is opened', async () => {
  await show();
  await act(async () => (page.container.querySelector('[aria-label=History] button') as HTMLElement).click());
  const line = page.container.querySelector('[aria-label=History] li')?.textContent;
  for (const words of ['boss', 'Changed', 'VIP level: VIP 1 → VIP 2', 'Reason: promoted']) expect(line).toContain(words);
});
