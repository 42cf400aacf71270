import { observable, runInAction } from 'mobx';
import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
import { FakeApi } from '../../../core/client/testing/fake-api.ts';
import type { Instance } from '../../../core/contract/strategies.ts';
import { type Rendered, render, stillServices } from '../../../tests/kit/render.tsx';
import en from '../locales/en.json' with { type: 'json' };
import type { Services } from '../requires.ts';
import type { StrategyTexts } from '../use-strategy-texts.ts';
import { DayStrip } from './day-strip.tsx';

let page: Rendered | undefined;
afterEach(() => page?.close());

/** 20:00 in Shanghai, whose day began at 16:00 UTC of the day before. */
const nowMs = stillServices.timers.nowMs();
const hourMs = 3_600_000;
const instance = (name: string, profit: string, hoursAgo: number, changes: Partial<Instance> = {}): Instance => {
  const startedMs = nowMs - hoursAgo * hourMs;
  return {
    ...{ instanceId: name, name, strategy: 'a/a', environment: 'test', profit, valuation: { asset: 'USDT', rates: [], missing: [] } },
    ...{ createdMs: startedMs, startedMs, stoppedMs: null, ...changes },
  } as Instance;
};
const texts: StrategyTexts = { title: () => 'Grid', icon: () => 'ladder', text: String, note: String };

const show = async (running: readonly Instance[], ended: readonly Instance[]) => {
  const api = new FakeApi({ instanceList: () => ended });
  const strategies = observable({ running, templates: [] }, undefined, { deep: false });
  const services = {
    api,
    strategies,
    preferences: { timeZone: 'Asia/Shanghai' },
    accounts: { may: () => ({ outcome: 'granted' }) },
  } as unknown as Services;
  page = await render(<DayStrip services={services} texts={texts} visible />, { 'panel-strategy-instances': en });
  const { container } = page;
  const region = (): Element | null => container.querySelector('section');
  return {
    api,
    strategies,
    text: () => region()?.textContent ?? null,
    help: () => region()?.querySelector('[title*="00:00"]')?.getAttribute('title'),
  };
};

it('gives the result of the day where all have started in it, and follows what runs', async () => {
  const ended = [instance('Noon', '3', 9, { stoppedMs: nowMs - 8 * hourMs })];
  const { api, strategies, text, help } = await show([instance('Grid', '-1', 2)], ended);
  expect(text()).toBe('TodayPaper+2.00 USDT');
  expect(help()).toBe('Since 00:00 (Asia/Shanghai), after fees: 1 running and 1 ended instances');
  expect(api.calls[0]?.query).toEqual({ state: 'history', endedFromMs: nowMs - 24 * hourMs, limit: 500 });
  await act(async () => runInAction(() => Object.assign(strategies, { running: [instance('Grid', '-2.5', 2)] })));
  expect(text()).toBe('TodayPaper+0.50 USDT');
});

it('says that it counts since their start where one had started before', async () => {
  const { text, help } = await show([instance('Grid', '5', 21)], []);
  expect(text()).toBe('Running and ended today, since their startPaper+5.00 USDT');
  expect(help()).toContain('1 of them started before today');
});

it('lists where nothing runs what ended within a day, the last first, and counts of it what ended today', async () => {
  const ended = [
    instance('Early', '7', 23, { stoppedMs: nowMs - 22 * hourMs }),
    instance('Late', '1', 3, { stoppedMs: nowMs - hourMs, environment: 'production' }),
  ];
  const { text } = await show([], ended);
  expect(text()).toBe('Ended within a dayLatePRODUCTION+1.00EarlyPaper+7.00TodayPRODUCTION+1.00 USDT');
});

it('is not there where nothing runs or ended lately', async () => {
  const { text } = await show([], []);
  expect(text()).toBeNull();
});
