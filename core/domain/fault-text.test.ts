import { expect, it } from 'vitest';
import { type FaultKey, faultText, faultTexts, readFault } from './fault-text.ts';

const namesIn = (text: string): readonly string[] => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name);

it('every sentence is read back with what differed in it', () => {
  for (const [key, text] of Object.entries(faultTexts)) {
    const params = Object.fromEntries(namesIn(text).map((name, at) => [name, `"line ${at} (of ${name})"`]));
    expect(readFault(faultText(key as FaultKey, params))).toEqual({ key, params });
  }
});

it('what a strategy threw itself is none of them', () => {
  expect(['it has had enough', 'it took longer than 5 ms, and more', ''].map(readFault)).toEqual([null, null, null]);
});
