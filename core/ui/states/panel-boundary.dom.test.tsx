import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { type Rendered, render } from '../../../tests/kit/render.tsx';
import { PanelBoundary } from './panel-boundary.tsx';

let page: Rendered;
afterEach(async () => {
  await page.close();
  vi.restoreAllMocks();
});

it('keeps a broken panel to itself and tries again when asked', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  let broken = true;
  const errors: unknown[] = [];
  const Panel = () => {
    if (broken) throw new Error('no data');
    return <p>Fine</p>;
  };
  page = await render(
    <PanelBoundary title="It broke" retryLabel="Again" onError={(error) => errors.push(error)}>
      <Panel />
    </PanelBoundary>,
  );
  expect(page.container.textContent).toContain('It broke');
  expect(page.container.textContent).toContain('no data');
  expect(errors).toHaveLength(1);
  broken = false;
  await act(async () => page.container.querySelector('button')?.click());
  expect(page.container.textContent).toBe('Fine');
});
