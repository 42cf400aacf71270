import { observable, runInAction } from 'mobx';
import { act } from 'react';
import { expect, it } from 'vitest';
import { someInstrument } from '../../../core/client/testing/views.ts';
import ui from '../../../locales/en/ui.json';
import { render, stillServices } from '../../../tests/kit/render.tsx';
import type { ChartStore } from '../chart-store.ts';
import texts from '../locales/en.json';
import { Legend } from './legend.tsx';

it('tells the figures of the last bar as old, with their age, while its prices are not known to hold', async () => {
  const seconds = observable.box<number | null>(null);
  const prices = { connected: true, hasNetwork: true, ofExchange: () => seconds.get() };
  const bar = { timeMs: 0, open: 1, high: 3, low: 1, close: 2, volume: 5 };
  const store = { bar, barBefore: null, document: { compared: [] } } as unknown as ChartStore;
  const screen = await render(
    <Legend {...{ store, instrument: someInstrument('aurora'), markets: {} as never, changeOf: () => null, plotsAt: () => [] }} />,
    { 'panel-chart': texts, ui },
    { ...stillServices, prices },
  );
  const old = () => [...screen.container.querySelectorAll('[data-old]')].map((part) => part.getAttribute('title'));
  expect(old()).toEqual([]);
  await act(async () => runInAction(() => seconds.set(4)));
  expect(old()).toEqual(['4 s old']);
  screen.close();
});
