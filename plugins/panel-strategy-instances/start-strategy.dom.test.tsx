import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
import { type AccessDecision, absent, granted } from '../../core/contract/access.ts';
import type { PanelProps } from '../../core/contract/panel.ts';
import uiTexts from '../../locales/en/ui.json';
import { type Rendered, render, stillServices } from '../../tests/kit/render.tsx';
import { Panel as DetailsPanel } from './details/details-panel.tsx';
import texts from './locales/en.json';
import type { requires } from './requires.ts';

let screen: Rendered;
let opened: string[] = [];
/** Ids of instances, newest first. */
let running: readonly string[] = [];
let chosen: string[] = [];
/** Whether the user may start strategies. */
let form: AccessDecision = granted;
afterEach(async () => {
  await screen.close();
  opened = [];
  chosen = [];
  running = [];
  form = granted;
});

/** The details of no instance, as somebody with these strategies sees them. */
async function show(...templates: readonly object[]): Promise<void> {
  const services = {
    accounts: { may: () => form },
    strategies: {
      chosen: null,
      templates,
      running: running.map((instanceId) => ({ instanceId })),
      choose: (id: string) => void chosen.push(id),
    },
    workspace: { openPanel: (id: string) => void opened.push(id) },
  };
  const props = { services, config: {}, updateConfig: () => undefined, visible: true } as unknown as PanelProps<typeof requires>;
  const words = { 'panel-strategy-instances': texts, ui: uiTexts };
  screen = await render(<DetailsPanel {...props} />, words, { ...stillServices, accessTo: () => form });
}
const buttons = (): readonly HTMLButtonElement[] => [...screen.container.querySelectorAll('button')];

it('whoever has strategies is led to the form that starts them', async () => {
  await show({ strategy: 'strategy-dip/dip', locked: false, minVip: null }, { strategy: 'strategy-top/top', locked: true, minVip: 3 });
  expect(buttons().map(({ textContent }) => textContent)).toEqual(['Start a strategy']);
  await act(async () => buttons()[0]?.click());
  expect(opened).toEqual(['panel-strategy-form/strategy-form']);
});

it('whoever has none, such as an observer, is not', async () => {
  await show();
  expect(screen.container.textContent).toBe(texts['details.none']);
});

it('a role that has strategies for backtests and may not trade is not led there either', async () => {
  form = absent;
  await show({ strategy: 'strategy-dip/dip', locked: false, minVip: null });
  expect(screen.container.textContent).toBe(texts['details.none']);
});

it('whoever has only locked ones sees the level that opens the first', async () => {
  await show({ strategy: 'strategy-dip/dip', locked: true, minVip: 3 }, { strategy: 'strategy-top/top', locked: true, minVip: 1 });
  expect(buttons().map(({ textContent, disabled }) => [textContent, disabled])).toEqual([['Start a strategyVIP 1', true]]);
});

it('whose instances run has the newest of them before him without choosing', async () => {
  await show();
  expect(chosen).toEqual([]);
  await screen.close();
  running = ['s2', 's1'];
  await show();
  expect(chosen).toEqual(['s2']);
});
