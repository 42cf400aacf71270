import { expect, it } from 'vitest';
import { flatTexts } from './flat-texts.ts';
import { TextLoaders } from './text-loaders.ts';

it('joins the names on the way with dots', () => {
  expect(flatTexts({ title: 'A', form: { price: 'B', more: { deep: 'C' } } })).toEqual({
    title: 'A',
    'form.price': 'B',
    'form.more.deep': 'C',
  });
});

const bottomless = JSON.parse(`${'{"a":'.repeat(20_000)}"x"${'}'.repeat(20_000)}`);

it('refuses texts that are nested without end', () => {
  expect(() => flatTexts(bottomless)).toThrow('more than 16 deep');
});

it('tells whoever waits for texts that they cannot be read, so that the page goes on', async () => {
  const loaders = new TextLoaders();
  loaders.add({ '/plugins/panel-bad/locales/en.json': async () => bottomless });
  const error = await new Promise((resolve) => loaders.backend().read('en', 'panel-bad', resolve as never));
  expect(String(error)).toContain('more than 16 deep');
});
