import { Button } from '@fluentui/react-components';
import { act } from 'react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { type Rendered, render } from '../../../tests/kit/render.tsx';
import { ConfirmPopover } from '../index.ts';

// Without it the library of the popovers moves nothing.
beforeAll(() => Reflect.deleteProperty(Element.prototype, 'animate'));

let page: Rendered;
afterEach(() => page.close());

const question = { title: 'Cancel 3 orders?', keepLabel: 'Keep them', confirmLabel: 'Cancel them' };
const onConfirm = vi.fn();

const shown = async (): Promise<HTMLButtonElement> => {
  page = await render(
    <ConfirmPopover {...question} onConfirm={onConfirm}>
      <Button>Cancel</Button>
    </ConfirmPopover>,
  );
  return page.container.querySelector('button') as HTMLButtonElement;
};
const codeCame = () => vi.waitFor(() => act(() => import('./asking-popover.tsx')));
const asks = (): boolean => document.body.textContent?.includes(question.title) ?? false;

it('keeps its button when the code of the question comes, so that a press across that moment asks', async () => {
  const button = await shown();
  await act(async () => button.dispatchEvent(new Event('pointerdown', { bubbles: true })));
  await codeCame();
  await act(async () => button.click());
  expect([button.isConnected, button.getAttribute('aria-expanded'), asks()]).toEqual([true, 'true', true]);
});

it('asks for a click that was made before its code had come', async () => {
  const button = await shown();
  await act(async () => button.click());
  await vi.waitFor(async () => {
    await codeCame();
    expect(asks()).toBe(true);
  });
});

it('does what was confirmed once, and gives the focus back to its button', async () => {
  const button = await shown();
  await codeCame();
  await act(async () => button.click());
  const confirm = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === question.confirmLabel);
  await act(async () => confirm?.click());
  expect([onConfirm.mock.calls.length, asks()]).toEqual([1, false]);
  await vi.waitFor(() => expect(document.activeElement).toBe(button));
});
