import { act } from 'react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { FakeApi } from '../../../core/client/testing/fake-api.ts';
import { refused } from '../../../core/contract/app-error.ts';
import uiTexts from '../../../locales/en/ui.json';
import { choose, type Rendered, render } from '../../../tests/kit/render.tsx';
import texts from '../locales/en.json';
import type { Services } from '../requires.ts';
import { NewUser } from './new-user.tsx';

// Without it the library of the dialogs moves nothing.
beforeAll(() => Reflect.deleteProperty(Element.prototype, 'animate'));

let page: Rendered;
afterEach(() => page.close());

async function show(taken: readonly string[] = []) {
  const sent: unknown[] = [];
  const made: string[] = [];
  const api = new FakeApi({
    personCreate: ({ body }) => {
      sent.push(body);
      const { username } = body as { readonly username: string };
      if (taken.includes(username)) return refused('PERSON_TAKEN', { field: 'username' });
      return { person: { user_id: 'u-9', username }, password: 'brave-new-word' };
    },
  });
  const services = { api, texts: { errorText: ({ code }: { code: string }) => `said: ${code}` } } as unknown as Services;
  page = await render(
    <NewUser services={services} roles={['user', 'observer']} onMade={(id) => made.push(id)} onClose={() => made.push('closed')} />,
    { 'page-users': texts, ui: uiTexts },
  );
  return { sent, made };
}
const fieldOf = (label: string): HTMLElement | null => {
  const found = [...document.querySelectorAll('label')].find(({ textContent }) => textContent === label);
  return document.getElementById(found?.htmlFor ?? '');
};
const press = (name: string): Promise<void> =>
  act(async () => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click());
async function type(label: string, text: string): Promise<void> {
  const field = fieldOf(label);
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
    field?.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

it('says what is wrong while it is typed, and what is missing when somebody wants to go on', async () => {
  const { sent } = await show();
  const said = (): string | null => document.querySelector('[role=dialog]')?.textContent ?? null;
  expect(said()).not.toContain('Enter a reason');
  await type('Phone', '12');
  expect(said()).toContain('Please enter a valid phone number: a + and 7 to 15 digits');
  await press('Create');
  expect([said()?.includes('Enter a reason'), sent]).toEqual([true, []]);
});

it('makes somebody, and shows the password once', async () => {
  const { sent, made } = await show();
  await type('User name', 'ann.lee');
  await choose(fieldOf('Role'), uiTexts['role.observer']);
  await choose(fieldOf(texts['field.product']), texts['product.pro']);
  await type('Reason', 'new in the team');
  await press('Create');
  expect(sent).toEqual([
    {
      username: 'ann.lee',
      role: 'observer',
      vip_level: 0,
      vip_until: null,
      email: null,
      phone: null,
      product: 'pro',
      reason: 'new in the team',
    },
  ]);
  expect([made, document.querySelector<HTMLInputElement>('[role=dialog] input')?.value]).toEqual([['u-9'], 'brave-new-word']);
  await press('Done');
  expect(made).toEqual(['u-9', 'closed']);
});

it('keeps what was typed when a name is taken, and says so beside it', async () => {
  await show(['ann']);
  await type('User name', 'ann');
  await type('Reason', 'new in the team');
  await press('Create');
  const field = fieldOf('User name') as HTMLInputElement;
  expect([document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent, field.value]).toEqual([
    'said: PERSON_TAKEN',
    'ann',
  ]);
  await type('User name', 'ann2');
  expect(document.querySelector('[role=dialog]')?.textContent).not.toContain('said:');
});
