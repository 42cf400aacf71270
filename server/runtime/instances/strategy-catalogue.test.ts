import { expect, it } from 'vitest';
import type { Kernel } from '../../../core/kernel/index.ts';
import { StrategyCatalogue } from './strategy-catalogue.ts';

const entry = (id: string, icon?: string) => ({
  key: `strategy-${id}/${id}`,
  id,
  pluginId: `strategy-${id}`,
  manifest: { id, title: `strategy-${id}.title`, ...(icon === undefined ? {} : { icon }) },
  code: { definition: { params: {} } },
});

it('gives each strategy the icon of its manifest, and that of all strategies where it names none', () => {
  const kernel = { strategies: () => [entry('grid', 'ladder'), entry('plain')], plugin: () => undefined };
  const catalogue = new StrategyCatalogue(kernel as unknown as Pick<Kernel, 'strategies' | 'plugin'>);
  expect(catalogue.list().map(({ strategyId, icon }) => [strategyId, icon])).toEqual([
    ['grid', 'ladder'],
    ['plain', 'robot'],
  ]);
});

it('knows which strategies suggest values, and leaves those open whose code is elsewhere', () => {
  const of = (id: string, definition: object) => ({ ...entry(id), code: { definition: { params: {}, ...definition } } });
  const hook = () => undefined;
  const strategies = [of('grid', { start: hook, suggest: {} }), of('plain', { start: hook }), of('packaged', {})];
  const kernel = { strategies: () => strategies, plugin: () => undefined };
  const catalogue = new StrategyCatalogue(kernel as unknown as Pick<Kernel, 'strategies' | 'plugin'>);
  expect(catalogue.list().map(({ strategyId, suggests }) => [strategyId, suggests])).toEqual([
    ['grid', true],
    ['plain', false],
    ['packaged', true],
  ]);
});
