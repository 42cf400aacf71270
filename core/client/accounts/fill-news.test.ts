import { observable, runInAction } from 'mobx';
import { expect, it } from 'vitest';
import type { Fill } from '../../contract/client-services.ts';
import { SoundStore } from '../settings/sound-store.ts';
import { UserConfigStore } from '../settings/user-config-store.ts';
import { FakeApi } from '../testing/fake-api.ts';
import { FakeTimers } from '../testing/fake-timers.ts';
import { someFill } from '../testing/views.ts';
import { type FilledOrder, watchFills } from './fill-news.ts';

it('tells new fills merged per order with their average price, and not what was filled before', () => {
  const accounts = observable({ fills: [] as readonly Fill[] }, undefined, { deep: false });
  const told: FilledOrder[] = [];
  const stop = watchFills(
    accounts,
    () => 100_000,
    (order) => told.push(order),
  );
  const set = (...fills: readonly Fill[]): void =>
    runInAction(() => {
      accounts.fills = fills;
    });
  const old = someFill('1', { timeMs: 50_000 });
  const first = someFill('2', { orderId: '7', price: '100.5', qty: '1', timeMs: 100_001 });
  const second = someFill('3', { orderId: '7', price: '101', qty: '3', timeMs: 100_002 });
  set(old);
  set(first, old);
  set(second, first, old);
  set(second, first, old);
  expect(told.map(({ qty, price, fills }) => [qty, price, fills])).toEqual([
    ['1', '100.5', 1],
    ['4', '100.9', 2],
  ]);
  expect(told.map(({ order }) => order.orderId)).toEqual(['7', '7']);
  void stop();
});

it('plays each kind of sound at its own volume, many at once as one, and not when it is off', () => {
  const timers = new FakeTimers();
  const played: string[] = [];
  const config = new UserConfigStore(new FakeApi(), timers);
  const sounds = new SoundStore(
    config,
    (kind, volume) => played.push(`${kind} ${volume}`),
    () => timers.nowMs(),
  );
  sounds.play('fill');
  sounds.play('fill');
  sounds.change('alert', { volume: 0.2 });
  sounds.play('alert');
  timers.advance(1_000);
  sounds.change('fill', { on: false });
  sounds.play('fill');
  expect(played).toEqual(['fill 0.5', 'alert 0.2']);
  config.set('sounds', { fill: { on: 'yes', volume: 7 } });
  expect(sounds.setting('fill')).toEqual({ on: true, volume: 0.5 });
});
