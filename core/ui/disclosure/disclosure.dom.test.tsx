import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
import { type Rendered, render } from '../../../tests/kit/render.tsx';
import { Disclosure } from './disclosure.tsx';

let page: Rendered;
afterEach(() => page.close());

const told: boolean[] = [];
const part = (open: boolean) => (
  <Disclosure summary="Limits" open={open} onToggle={(now) => told.push(now)}>
    <input defaultValue="5" />
  </Disclosure>
);
const button = (): HTMLButtonElement => page.container.querySelector('button') as HTMLButtonElement;
const isOpen = (): boolean => button().getAttribute('aria-expanded') === 'true';

it('draws what is in it once it has been open, and keeps it when it is folded again', async () => {
  page = await render(part(false));
  expect([isOpen(), page.container.querySelector('input')]).toEqual([false, null]);
  await act(async () => button().click());
  const input = page.container.querySelector('input') as HTMLInputElement;
  expect([isOpen(), document.getElementById(button().getAttribute('aria-controls') ?? '')?.contains(input)]).toEqual([true, true]);
  await act(async () => button().click());
  expect([isOpen(), input.isConnected, input.closest('[inert]') !== null, told]).toEqual([false, true, true, [true, false]]);
});

it('follows who opens it from outside, and whoever presses it in between', async () => {
  page = await render(part(false));
  await page.update(part(true));
  expect(isOpen()).toBe(true);
  await act(async () => button().click());
  await page.update(part(true));
  expect(isOpen()).toBe(false);
});
