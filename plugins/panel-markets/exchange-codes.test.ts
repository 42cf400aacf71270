import { expect, it } from 'vitest';
import { exchangeCodes } from './exchange-codes.ts';

const codesOf = (...titles: readonly string[]): readonly string[] => [
  ...exchangeCodes(new Map(titles.map((title, at) => [`exchange${at}`, title]))).values(),
];

it('shortens exchanges to two letters, and to the initials of their words where two letters say the same of several', () => {
  expect(codesOf('Aurora', 'Meridian', 'Replay aurora', 'Replay aurora usdm', 'Replay meridian')).toEqual(['Au', 'Me', 'RA', 'RAU', 'RM']);
});

it('never calls two exchanges the same', () => {
  expect(codesOf('Replay alpha', 'Replay aurora', 'Replay arc')).toEqual(['RA', 'RA2', 'RA3']);
});
