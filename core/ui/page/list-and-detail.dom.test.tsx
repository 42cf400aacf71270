import { createElement, type ReactNode } from 'react';
import { afterEach, expect, it } from 'vitest';
import texts from '../../../locales/en/ui.json';
import { type Rendered, render } from '../../../tests/kit/render.tsx';
import { ListAndDetail } from './list-and-detail.tsx';

let screen: Rendered;
afterEach(() => screen.close());

/** As a table of the workspace stands there: one stop of the keyboard. */
const list = createElement('div', { role: 'grid', tabIndex: 0, 'aria-label': 'Letters' });
const shown = (detail: ReactNode): ReactNode => <ListAndDetail list={list} detail={detail} hint={{ icon: 'mail', text: 'Choose one.' }} />;
const found = (what: string): HTMLElement | null => screen.container.querySelector<HTMLElement>(what);

it('whoever closes the detail by the keyboard goes on in the list', async () => {
  screen = await render(shown(<button type="button">Close</button>), { ui: texts });
  expect(screen.container.textContent).not.toContain('Choose one.');
  found('button')?.focus();
  await screen.update(shown(null));
  expect(screen.container.textContent).toContain('Choose one.');
  expect(document.activeElement).toBe(found('[role=grid]'));
});

it('who works elsewhere stays there when the detail closes', async () => {
  const beside = (detail: ReactNode): ReactNode => (
    <>
      <a href="#elsewhere">Elsewhere</a>
      {shown(detail)}
    </>
  );
  screen = await render(beside(<button type="button">Close</button>), { ui: texts });
  found('a')?.focus();
  await screen.update(beside(null));
  expect(document.activeElement).toBe(found('a'));
});
