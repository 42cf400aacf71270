import { expect, it } from 'vitest';
import { helpOf } from './panel-help.ts';

const partsIn = (language: string, help?: string) =>
  ({
    kernel: { panel: (type: string) => (type === 'panel-a/a' ? { manifest: { help } } : null) },
    services: { texts: { language } },
  }) as unknown as Parameters<typeof helpOf>[0];

it('leads to the place that the panel names, in the language of the page, and nowhere for others', () => {
  const help = '/guide/trader/orders#placing';
  expect(helpOf(partsIn('en', help), 'panel-a/a')).toBe(help);
  expect(helpOf(partsIn('zh-TW', help), 'panel-a/a')).toBe(`/zh-TW${help}`);
  expect([helpOf(partsIn('en'), 'panel-a/a'), helpOf(partsIn('en', help), 'panel-b/b')]).toEqual([null, null]);
});
