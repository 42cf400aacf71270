import { act, type CSSProperties, useEffect } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Rendered, render } from '../../../tests/kit/render.tsx';
import type { Preferences } from '../../contract/client-services.ts';
import { type LibraryPicture, usePicture } from './use-picture.ts';

const preferences: Preferences = { theme: 'dark', density: 'compact', redUp: false, timeZone: 'UTC', currency: 'USDT' };
/** Custom properties come from the theme's style sheet, which a test page does not have. */
const theme = { '--tessera-up': 'green', '--tessera-link-orange': 'orange' } as CSSProperties;
const tokens = { up: 'up', line: 'link-orange' } as const;

class FakePicture implements LibraryPicture {
  readonly drawn: unknown[] = [];
  isOpen = true;
  resize(): void {}
  dispose(): void {
    this.isOpen = false;
  }
}

let made: FakePicture[];
let come: () => void;
let fail: (error: Error) => void;
/** The library, which comes or fails when the test says so. */
const open = async (): Promise<() => FakePicture> => {
  await new Promise<void>((resolve, reject) => {
    come = resolve;
    fail = reject;
  });
  return () => {
    const picture = new FakePicture();
    made.push(picture);
    return picture;
  };
};

function View() {
  const { element, picture, colours, retry } = usePicture(preferences, open, tokens);
  useEffect(() => {
    if (picture !== null && colours !== null) picture.drawn.push(colours);
  }, [picture, colours]);
  return (
    <div ref={element} style={theme}>
      {picture === null ? 'waits' : 'drawn'}
      {retry !== null && (
        <button type="button" onClick={retry}>
          again
        </button>
      )}
    </div>
  );
}

let page: Rendered;
beforeEach(() => {
  made = [];
});
afterEach(() => page.close());

it('opens the picture when its library has come, with the colours of the theme, and ends it with its view', async () => {
  page = await render(<View />);
  expect([page.container.textContent, made.length]).toEqual(['waits', 0]);
  await act(async () => come());
  expect(page.container.textContent).toBe('drawn');
  expect(made[0]?.drawn.at(-1)).toEqual({ up: 'green', line: 'orange' });
  await page.update(<p>gone</p>);
  expect(made[0]?.isOpen).toBe(false);
});

it('offers another try when its library cannot be loaded, and draws when that one brings it', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  page = await render(<View />);
  await act(async () => fail(new Error('offline')));
  expect(page.container.textContent).toBe('waitsagain');
  await act(async () => page.container.querySelector('button')?.click());
  expect(page.container.textContent).toBe('waits');
  await act(async () => come());
  expect([page.container.textContent, made.length, warn.mock.calls.length]).toEqual(['drawn', 1, 1]);
  warn.mockRestore();
});

it('opens nothing when its view was left before the library came', async () => {
  page = await render(<View />);
  await page.update(<p>gone</p>);
  await act(async () => come());
  expect(made).toEqual([]);
});
