import { autorun, observable, runInAction } from 'mobx';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ShownHealth } from '../../domain/markets/venue-health.ts';
import { FakeTimers } from '../testing/fake-timers.ts';
import { lookEveryMs, PriceAge, silentAfterMs } from './price-age.ts';

let timers: FakeTimers;
let line: { state: 'connecting' | 'open' | 'closed'; heardMs: number | null };
const health = observable.map<string, ShownHealth>();
let age: PriceAge;

/** Time goes by while the line says something every second. */
const hearFor = (ms: number): void => {
  for (let gone = 0; gone < ms; gone += 100) {
    timers.advance(100);
    line.heardMs = timers.steadyMs();
  }
};

beforeEach(() => {
  timers = new FakeTimers();
  line = { state: 'connecting', heardMs: null };
  health.replace({ AURORA: 'LIVE', TESSERA: 'LIVE' });
  const heardMs = timers.steadyMs();
  age = new PriceAge({ stream: line, timers, markets: { health: (exchange) => health.get(exchange) ?? 'DOWN', heardMs: () => heardMs } });
  age.start();
});

describe('prices', () => {
  it('are not old before there were any', () => {
    timers.advance(10_000);
    expect([age.ofExchange('AURORA'), age.connected]).toEqual([null, true]);
  });

  it('of a quiet market are not old while the line says that it is well', () => {
    line.state = 'open';
    hearFor(60_000);
    expect(age.ofExchange('AURORA')).toBeNull();
  });

  it('are old within two seconds of silence, and tell for how long', () => {
    line.state = 'open';
    hearFor(1_000);
    timers.advance(silentAfterMs - lookEveryMs);
    expect(age.ofExchange('AURORA')).toBeNull();
    timers.advance(2_000 - silentAfterMs + lookEveryMs);
    expect(age.ofExchange('AURORA')).toBe(2);
    timers.advance(3_000);
    expect(age.ofExchange('AURORA')).toBe(5);
    expect(age.connected).toBe(true);
    hearFor(300);
    expect(age.ofExchange('AURORA')).toBeNull();
  });

  it('grow old by a clock that nobody sets', () => {
    line.state = 'open';
    hearFor(1_000);
    timers.setClock(-3_600_000);
    timers.advance(2_000);
    expect(age.ofExchange('AURORA')).toBe(2);
  });

  it('outlive a line that is lost for a moment; then they are old, and the line is lost', () => {
    line.state = 'open';
    hearFor(1_000);
    line.state = 'connecting';
    age.look();
    expect([age.ofExchange('AURORA'), age.connected]).toEqual([null, true]);
    timers.advance(2_000);
    expect([age.ofExchange('AURORA'), age.connected, age.hasNetwork]).toEqual([2, false, true]);
    line.state = 'open';
    expect([age.ofExchange('AURORA'), age.connected]).toEqual([2, true]);
    hearFor(300);
    expect([age.ofExchange('AURORA'), age.connected]).toEqual([null, true]);
  });

  it('are old at once when the browser has no network, and nothing can be sent', () => {
    line.state = 'open';
    hearFor(1_000);
    age.setOffline(true);
    expect([age.ofExchange('AURORA'), age.connected, age.hasNetwork]).toEqual([0, false, false]);
    age.setOffline(false);
    expect([age.ofExchange('AURORA'), age.connected]).toEqual([null, true]);
  });

  it('of an exchange that is not well are old, and those of the others are not', () => {
    line.state = 'open';
    hearFor(4_000);
    runInAction(() => health.set('TESSERA', 'DOWN'));
    expect([age.ofExchange('TESSERA'), age.ofExchange('AURORA'), age.connected]).toEqual([4, null, true]);
    runInAction(() => health.set('TESSERA', 'CANCEL_ONLY'));
    expect(age.ofExchange('TESSERA')).toBeNull();
  });

  it('are not called old because the page itself was held up', () => {
    line.state = 'open';
    hearFor(1_000);
    const late = timers.steadyMs() + 3_000;
    timers.steadyMs = () => late;
    age.look();
    expect(age.ofExchange('AURORA')).toBeNull();
    age.look();
    expect(age.ofExchange('AURORA')).toBe(3);
  });

  it('that hold are drawn once, however often the line is looked at', () => {
    line.state = 'open';
    hearFor(1_000);
    let drawn = 0;
    const stop = autorun(() => {
      age.ofExchange('AURORA');
      drawn += 1;
    });
    hearFor(10_000);
    expect(drawn).toBe(1);
    stop();
  });
});
