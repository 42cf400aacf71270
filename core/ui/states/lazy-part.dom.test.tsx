import { act, type ComponentType, Suspense } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { type Rendered, render } from '../../../tests/kit/render.tsx';
import { lazyPart, PanelBoundary } from '../index.ts';

let page: Rendered;
afterEach(async () => {
  await page.close();
  vi.restoreAllMocks();
});

it('asks again for code that could not be loaded when its panel is tried again, and only then', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  let online = false;
  let asked = 0;
  const load = async (): Promise<ComponentType<{ name: string }>> => {
    asked += 1;
    if (!online) throw new Error('no connection');
    return ({ name }) => <p>Hello {name}</p>;
  };
  const Part = lazyPart(load);
  await act(async () => {
    page = await render(
      <PanelBoundary title="It broke" retryLabel="Again">
        <Suspense fallback="waits">
          <Part name="you" />
        </Suspense>
      </PanelBoundary>,
    );
  });
  expect(page.container.textContent).toBe('It brokeno connectionAgain');
  await act(async () => page.container.querySelector('button')?.click());
  expect([page.container.textContent, asked]).toEqual(['It brokeno connectionAgain', 2]);
  online = true;
  await act(async () => page.container.querySelector('button')?.click());
  expect([page.container.textContent, asked]).toEqual(['Hello you', 3]);
});
