import { expect, it } from 'vitest';
import type { Translate } from '../../core/ui/index.ts';
import { axisStep, axisTime, bytesText, durationText, figureText, secondsText } from './figure-text.ts';

it('says figures with their unit and with the digits that count', () => {
  expect([0, 512, 2_048, 1.5 * 1024 ** 3, 300 * 1024 ** 2].map(bytesText)).toEqual(['0 B', '512 B', '2 kB', '1.5 GB', '300 MB']);
  expect([null, 0, 0.0042, 0.25, 1.54, 640].map(secondsText)).toEqual(['–', '0 ms', '4.2 ms', '250 ms', '1.5 s', '640 s']);
  expect([figureText(null, 'count'), figureText(3, 'count'), figureText(0.25, 'per-second'), figureText(1_234.5, 'per-second')]).toEqual([
    ...['–', '3', '0.25/s', '1,235/s'],
  ]);
  expect([figureText(7.25, 'percent'), figureText(82.6, 'percent')]).toEqual(['7.3%', '83%']);
});

it('says how long something lasts in one unit', () => {
  const t = ((key: string, { count }: { count: number }) => `${count} ${key}`) as unknown as Translate;
  expect([-5, 59_400, 60_000, 3_599_000, 47 * 3_600_000, 49 * 3_600_000].map((ms) => durationText(ms, t))).toEqual([
    ...['0 duration.seconds', '59 duration.seconds', '1 duration.minutes', '59 duration.minutes', '47 duration.hours', '2 duration.days'],
  ]);
});

it('divides an axis of bytes into round numbers of the unit that stands there', () => {
  const steps = [277 * 1024 ** 2, 23.2 * 1024 ** 3, 1.2 * 1024 ** 3, 1_000 * 1024 ** 2].map((most) => axisStep(most, 'bytes'));
  expect(steps.map((step) => bytesText(step ?? 0))).toEqual(['100 MB', '10.0 GB', '512 MB', '256 MB']);
  expect([axisStep(100, 'bytes'), axisStep(5_000, 'count')]).toEqual([null, null]);
});

it('names times of an axis by the clock of the reader', () => {
  const time = Date.UTC(2026, 10, 29, 23, 30);
  expect([axisTime(time, 'UTC', false), axisTime(time, 'Asia/Hong_Kong', true)]).toEqual(['23:30', '11-30']);
});
