import { afterEach, expect, it, vi } from 'vitest';
import texts from '../../locales/en/app.json' with { type: 'json' };
import { type Rendered, render } from '../../tests/kit/render.tsx';
import { MissingPlugin } from './missing-plugin.tsx';

let rendered: Rendered;
afterEach(async () => {
  await rendered.close();
  vi.unstubAllGlobals();
  document.head.innerHTML = '';
});

/** The page runs one build, and the server gives a page of another or of the same. */
const show = async (given: string): Promise<string> => {
  // It is only looked at, not run.
  Reflect.get(window, 'happyDOM').settings.handleDisabledFileLoadingAsSuccess = true;
  document.head.innerHTML = '<script type="module" src="/assets/index-now.js"></script>';
  vi.stubGlobal('fetch', async () => new Response(`<script type="module" src="${given}"></script>`));
  rendered = await render(<MissingPlugin text="This panel could not be loaded." retry={() => undefined} />, { app: texts });
  return rendered.container.textContent ?? '';
};

it('tries again while the server has the same version', async () => {
  expect(await show('/assets/index-now.js')).toBe('This panel could not be loaded.Try again');
});

it('offers the new version when the server has one', async () => {
  await show('/assets/index-later.js');
  await vi.waitFor(() => expect(rendered.container.textContent).toBe(`${texts['missing.replaced']}Reload`));
});
