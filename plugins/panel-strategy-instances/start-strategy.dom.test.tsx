import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
import type { PanelProps } from '../../core/contract/panel.ts';
import uiTexts from '../../locales/en/ui.json';
import { type Rendered, render } from '../../tests/kit/render.tsx';
import { Panel as DetailsPanel } from './details-panel.tsx';
import texts from './locales/en.json';
import type { requires } from './requires.ts';

let screen: Rendered;
let opened: string[] = [];
afterEach(async () => {
  await screen.close();
  opened = [];
});

/** The details of no instance, as somebody with these strategies sees them. */
async function show(...templates: readonly object[]): Promise<void> {
  const services = {
    strategies: { chosen: null, templates },
    workspace: { openPanel: (id: string) => void opened.push(id) },
  };
  const props = { services, config: {}, updateConfig: () => undefined, visible: true } as unknown as PanelProps<typeof requires>;
  screen = await render(<DetailsPanel {...props} />, { 'panel-strategy-instances': texts, ui: uiTexts });
}
const buttons = (): readonly HTMLButtonElement[] => [...screen.container.querySelectorAll('button')];

it('whoever has strategies is led to the form that starts them', async () => {
  await show({ strategy: 'strategy-dip/dip', locked: false, min_vip: null }, { strategy: 'strategy-top/top', locked: true, min_vip: 3 });
  expect(buttons().map(({ textContent }) => textContent)).toEqual(['Start a strategy']);
  await act(async () => buttons()[0]?.click());
  expect(opened).toEqual(['panel-strategy-form/strategy-form']);
});

it('whoever has none, such as an observer, is not', async () => {
  await show();
  expect(screen.container.textContent).toBe(texts['details.none']);
});

it('whoever has only locked ones sees the level that opens the first', async () => {
  await show({ strategy: 'strategy-dip/dip', locked: true, min_vip: 3 }, { strategy: 'strategy-top/top', locked: true, min_vip: 1 });
  expect(buttons().map(({ textContent, disabled }) => [textContent, disabled])).toEqual([['Start a strategyVIP 1', true]]);
});
