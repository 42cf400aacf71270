import { observable, runInAction } from 'mobx';
import { act } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import texts from '../../../locales/en/ui.json';
import { type Rendered, render, stillServices } from '../../../tests/kit/render.tsx';
import { OldPrice, OldPrices, PanelBody } from '../index.ts';

const seconds = observable.box<number | null>(null);
const prices = { connected: true, hasNetwork: true, ofExchange: (exchange: string) => (exchange === 'AURORA' ? seconds.get() : null) };
const grow = (age: number | null): Promise<void> => act(async () => runInAction(() => seconds.set(age)));

let screen: Rendered;
const show = async (node: React.ReactNode): Promise<void> => {
  screen = await render(node, { ui: texts }, { ...stillServices, prices });
};
const old = (): string[] => [...screen.container.querySelectorAll('[data-old]')].map(({ textContent }) => textContent ?? '');
beforeEach(() => runInAction(() => seconds.set(null)));
afterEach(() => screen.close());

it('prices are grey with their age while they are not known to hold, and no longer', async () => {
  await show(
    <OldPrices exchange="AURORA" className="place">
      <b>61,248.71</b>
    </OldPrices>,
  );
  expect(old()).toEqual([]);
  await grow(4);
  expect(old()).toEqual(['61,248.714 s old']);
  await grow(150);
  expect(old()).toEqual(['61,248.712 min old']);
  await grow(3 * 3_600);
  expect(old()).toEqual(['61,248.713 h old']);
  await grow(null);
  expect([old(), screen.container.textContent]).toEqual([[], '61,248.71']);
});

it('prices of another exchange, and panels without prices, stay as they are', async () => {
  await show(
    <>
      <OldPrices exchange="TESSERA" className="place">
        1
      </OldPrices>
      <PanelBody>2</PanelBody>
      <PanelBody prices="AURORA">3</PanelBody>
    </>,
  );
  await grow(4);
  expect(old()).toEqual(['34 s old']);
});

it('a price in a line tells its age while hovering', async () => {
  await show(<OldPrice exchange="AURORA">61,248.71</OldPrice>);
  await grow(4);
  expect(old()).toEqual(['61,248.71']);
  expect(screen.container.querySelector('[data-old]')?.getAttribute('title')).toBe('4 s old');
});

it('what is reckoned by prices of several exchanges is as old as the oldest of them', async () => {
  await show(
    <>
      <OldPrice exchange={['TESSERA', 'AURORA']}>1</OldPrice>
      <OldPrice exchange={['TESSERA']}>2</OldPrice>
      <OldPrice exchange={[]}>3</OldPrice>
    </>,
  );
  await grow(4);
  expect(old()).toEqual(['1']);
});
