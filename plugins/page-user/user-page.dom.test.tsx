import { act } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Contributions } from '../../core/contract/plugin.ts';
import { defineUserSection, type UserSection } from '../../core/contract/user-page.ts';
import { type Rendered, render } from '../../tests/kit/render.tsx';
import texts from './locales/en.json';
import { createPage } from './user-page.tsx';

let screen: Rendered;
beforeEach(() => window.history.replaceState(null, '', '/user'));
afterEach(() => screen.close());

const section = (titleKey: string, order: number, says: string): UserSection =>
  defineUserSection({ titleKey, order, load: async () => ({ Section: () => <p>{says}</p> }) });

/** Sections that come and go with their plugins. */
function board(...sections: readonly (readonly [id: string, value: UserSection])[]) {
  let list = sections.map(([id, value]) => ({ pluginId: `user-${id}`, id, value, services: () => ({}) }));
  const listeners = new Set<() => void>();
  const contributions: Contributions<UserSection> = {
    list: () => list,
    onChange: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  const withdraw = (gone: string): void => {
    list = list.filter(({ id }) => id !== gone);
    for (const listener of listeners) listener();
  };
  return { contributions, withdraw };
}
const parts = {
  'page-user': texts,
  'user-security': { title: 'Security' },
  'user-accounts': { title: 'Accounts' },
};
const tabs = (): string[] => [...screen.container.querySelectorAll('[role=tab]')].map(({ id }) => id.split('-').at(-1) ?? '');
const shown = (): string => screen.container.querySelector('[role=tabpanel]')?.textContent ?? '';

it('has a tab for each part in their order, opens the first, and names the chosen one in the address', async () => {
  const { contributions } = board(
    ['security', section('user-security.title', 20, 'who came in')],
    ['accounts', section('user-accounts.title', 10, 'what I trade with')],
  );
  const Page = createPage(contributions);
  screen = await render(<Page services={{}} />, parts);
  expect(tabs()).toEqual(['accounts', 'security']);
  await expect.poll(shown).toBe('what I trade with');
  await act(async () => screen.container.querySelector<HTMLElement>('[role=tab][id$=security]')?.click());
  await expect.poll(shown).toBe('who came in');
  expect(window.location.search).toBe('?part=security');
});

it('opens the part that the address names, and another when its plugin goes', async () => {
  window.history.replaceState(null, '', '/user?part=security');
  const { contributions, withdraw } = board(
    ['accounts', section('user-accounts.title', 10, 'what I trade with')],
    ['security', section('user-security.title', 20, 'who came in')],
  );
  const Page = createPage(contributions);
  screen = await render(<Page services={{}} />, parts);
  await expect.poll(shown).toBe('who came in');
  await act(async () => withdraw('security'));
  await expect.poll(shown).toBe('what I trade with');
});

it('says so where no part is for the role', async () => {
  const Page = createPage(board().contributions);
  screen = await render(<Page services={{}} />, parts);
  expect(screen.container.textContent).toContain(texts.empty);
});
