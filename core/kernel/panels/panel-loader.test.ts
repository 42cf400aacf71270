import { expect, it } from 'vitest';
import { HookRunner } from '../hook-runner.ts';
import { PanelLoader } from './panel-loader.ts';

const Panel = () => null;

function loaderOf(load: () => Promise<{ readonly Panel: () => null }>) {
  const hooks = new HookRunner(
    () => undefined,
    () => 0,
  );
  return new PanelLoader({ load }, {}, { contributions: () => ({ list: () => [], onChange: () => () => undefined }) }, (work) =>
    hooks.run('alpha', 'load', work),
  );
}

it('loads the code once for all that ask, and has it at hand afterwards', async () => {
  let loads = 0;
  const loader = loaderOf(async () => {
    loads += 1;
    return { Panel };
  });
  expect(loader.Panel).toBeNull();
  await Promise.all([loader.load(), loader.load()]);
  expect(await loader.load()).toMatchObject({ ok: true, value: { Panel } });
  expect([loader.Panel, loads]).toEqual([Panel, 1]);
});

it('tries again after a failure', async () => {
  let broken = true;
  const loader = loaderOf(async () => {
    if (broken) throw new Error('offline');
    return { Panel };
  });
  expect(await loader.load()).toMatchObject({ ok: false, message: 'offline' });
  broken = false;
  expect(await loader.load()).toMatchObject({ ok: true });
  expect(loader.Panel).toBe(Panel);
});
