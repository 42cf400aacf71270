import { expect, it } from 'vitest';
import { nextFundingMs } from './funding-time.ts';

const at = (text: string): number => Date.parse(`2026-11-${text}Z`);

it('gives the next time of funding by the hours of the day, and never the moment that it was asked for', () => {
  expect(nextFundingMs(at('26T07:59:59.999'), 8)).toBe(at('26T08:00'));
  expect(nextFundingMs(at('26T08:00'), 8)).toBe(at('26T16:00'));
  expect(nextFundingMs(at('26T16:00:00.001'), 8)).toBe(at('27T00:00'));
  expect(nextFundingMs(at('26T08:00'), 4)).toBe(at('26T12:00'));
});
