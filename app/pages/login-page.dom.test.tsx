import { act } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FakeTimers } from '../../core/client/testing/fake-timers.ts';
import { type Rendered, render } from '../../tests/kit/render.tsx';
import { LoginPage } from './login-page.tsx';

const minuteMs = 60_000;
let timers: FakeTimers;
let drawn: number;
let isServerUp: boolean;
let page: Rendered;

beforeEach(async () => {
  timers = new FakeTimers();
  drawn = 0;
  isServerUp = true;
  vi.stubGlobal('fetch', async () => {
    if (!isServerUp) throw new TypeError('no connection');
    drawn++;
    return Response.json({ code: 200, data: { captcha_id: `captcha-${drawn}`, lifetime_ms: 5 * minuteMs }, msg: '' });
  });
  page = await render(
    <MemoryRouter>
      <LoginPage timers={timers} />
    </MemoryRouter>,
  );
});
afterEach(() => page.close());

const fields = (): readonly HTMLInputElement[] => [...page.container.querySelectorAll('input')];
const typed = (): readonly string[] => fields().map((field) => field.value);
const shown = (): string | undefined => /captcha_id=(.*)$/.exec(page.container.querySelector('img')?.src ?? '')?.[1];
const wait = (ms: number): Promise<void> => act(async () => timers.advance(ms));

async function type(...texts: readonly string[]): Promise<void> {
  await act(async () => {
    for (const [at, field] of fields().entries()) {
      // React listens to the native setter.
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, texts[at]);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }
  });
}

it('shows another picture before the old one expires, and keeps the name and the password', async () => {
  await type('ann', 'correct horse', 'aB');
  await wait(4 * minuteMs);
  expect([shown(), ...typed()]).toEqual(['captcha-1', 'ann', 'correct horse', 'aB']);
  await wait(minuteMs - 1);
  expect([shown(), ...typed()]).toEqual(['captcha-2', 'ann', 'correct horse', '']);
  await wait(5 * minuteMs);
  expect(shown()).toBe('captcha-3');
});

it('tries again, and says nothing, while the server cannot be reached for another picture', async () => {
  await type('ann', 'correct horse', '');
  isServerUp = false;
  await wait(6 * minuteMs);
  expect([shown(), page.container.querySelector('[role=alert]')?.textContent]).toEqual(['captcha-1', '']);
  isServerUp = true;
  await wait(minuteMs / 2);
  expect([shown(), ...typed()]).toEqual(['captcha-2', 'ann', 'correct horse', '']);
});

it('draws nothing more once it is left', async () => {
  await page.update(<p>gone</p>);
  expect(timers.pending).toBe(0);
});
