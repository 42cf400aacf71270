import { expect, it } from 'vitest';
import type { Principal } from '../../core/contract/access.ts';
import { accepted } from '../../core/contract/app-error.ts';
import { createManifestValidator } from '../../core/kernel/checks/manifest-validator.ts';
import { ManualClock } from '../../tests/kit/manual-clock.ts';
import { silentLogger } from '../../tests/kit/market-fixtures.ts';
import { accepting, foreignFiles, foreignManifest, packageOf } from '../../tests/kit/packages.ts';
import { PackageService, type PackageServiceParts } from './package-service.ts';

const admin: Principal = { userId: 'u1', username: 'admin', role: 'admin', vipLevel: 0 };
const panel = foreignManifest('panel-guest', {
  kind: 'panel',
  contributes: { panels: [{ id: 'main', title: 'panel-guest.title', icon: 'panel', version: 1 }] },
});

it('leaves a package switched off when its switching on could not be written', async () => {
  const running = new Set<string>();
  let isDown = false;
  const written = { save: async () => undefined, setEnabled: async () => undefined };
  const store = {
    packages: { all: async () => [] },
    transaction: async (work: (store: object) => Promise<void>) => {
      if (isDown) throw new Error('the database is away');
      await work({ packages: written, audit: { append: async () => undefined } });
    },
  };
  const service = await PackageService.open({
    store: store as unknown as PackageServiceParts['store'],
    keys: { signer: () => null, signerOf: () => accepted(null) },
    kernel: {
      install: async ({ folder }) => {
        running.add(folder);
        return [];
      },
      remove: async (id) => void running.delete(id),
      plugin: () => null,
    },
    strategies: { runningOf: () => [], adopt: async () => undefined } as unknown as PackageServiceParts['strategies'],
    ...{ validator: createManifestValidator(), onChange: () => undefined, clock: new ManualClock(1_000), logger: silentLogger },
  });
  await service.install(admin, accepting(packageOf(foreignFiles(panel, { 'client.js': '' }))));
  await service.switch(admin, 'panel-guest', false);
  expect([...running]).toEqual([]);
  isDown = true;
  await expect(service.switch(admin, 'panel-guest', true)).rejects.toThrow('the database is away');
  expect([[...running], service.list().map(({ state }) => state)]).toEqual([[], ['disabled']]);
});
