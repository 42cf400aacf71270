import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
import { type Rendered, render } from '../../../tests/kit/render.tsx';
import { Slider } from './slider.tsx';

let page: Rendered;
afterEach(() => page.close());

const slider = (): HTMLElement => page.container.querySelector('[role=slider]') as HTMLElement;
const press = (key: string, shiftKey = false) =>
  act(async () => void slider().dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey, bubbles: true, cancelable: true })));

it('says its value in words, and goes by keys', async () => {
  const given: number[] = [];
  page = await render(
    <Slider aria-label="Share" value={40} marks={[0, 50, 100]} text={(value) => `${value} %`} onChange={(value) => given.push(value)} />,
  );
  expect([slider().getAttribute('aria-valuenow'), slider().getAttribute('aria-valuetext')]).toEqual(['40', '40 %']);
  await press('ArrowRight');
  await press('ArrowLeft', true);
  await press('End');
  expect(given).toEqual([41, 30, 100]);
});

it('takes neither focus nor keys while it is disabled', async () => {
  const given: number[] = [];
  page = await render(<Slider aria-label="Share" value={40} disabled onChange={(value) => given.push(value)} />);
  await press('ArrowRight');
  expect([given, slider().tabIndex, slider().getAttribute('aria-disabled')]).toEqual([[], -1, 'true']);
});
