import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
import texts from '../../../locales/en/ui.json' with { type: 'json' };
import { type Rendered, render } from '../../../tests/kit/render.tsx';
import { accepted } from '../../contract/app-error.ts';
import { type NamedTemplate, NamedTemplates } from './named-templates.ts';
import { TemplateList } from './template-list.tsx';

type Sort = NamedTemplate<string>;
let page: Rendered;
afterEach(() => page.close());

async function show(names: readonly string[]) {
  let kept: Sort[] = names.map((name) => ({ templateId: name, name, content: `of ${name}`, revision: 1 }));
  const applied: string[] = [];
  const templates = new NamedTemplates<string>({
    list: async () => accepted(kept),
    save: async ({ name, content }) => {
      const saved = { templateId: name, name, content, revision: 1 };
      kept = [...kept, saved];
      return accepted(saved);
    },
    remove: async ({ templateId }) => {
      kept = kept.filter((one) => one.templateId !== templateId);
      return accepted(null);
    },
  });
  await templates.load();
  const list = (
    <TemplateList<string, Sort>
      templates={templates}
      empty="None yet"
      detail={({ content }) => content}
      onApply={({ name }) => applied.push(name)}
    />
  );
  page = await render(list, { ui: texts });
  return applied;
}
const press = (name: string): Promise<void> =>
  act(async () =>
    [...page.container.querySelectorAll('button')]
      .find((one) => (one.getAttribute('aria-label') ?? one.textContent)?.startsWith(name))
      ?.click(),
  );
const listed = (): readonly (string | null)[] => [...page.container.querySelectorAll('li')].map(({ textContent }) => textContent);

it('fills in what is clicked, and brings back what was deleted last', async () => {
  const applied = await show(['Calm', 'Wild']);
  expect(listed()).toEqual(['Calmof Calm', 'Wildof Wild']);
  await press('Wild');
  expect(applied).toEqual(['Wild']);
  await press('Delete Calm');
  expect(listed()).toEqual(['Wildof Wild']);
  expect(page.container.querySelector('[role=status]')?.textContent).toBe('“Calm” was deleted. Undo');
  await press('Undo');
  expect([...listed()].sort()).toEqual(['Calmof Calm', 'Wildof Wild']);
});

it('says what belongs there while there is nothing', async () => {
  await show([]);
  expect(page.container.textContent).toBe('None yet');
});
