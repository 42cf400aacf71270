import { expect, it } from 'vitest';
import { bridgedTokens, bridgeProblem } from '../../../core/contract/bridged-tokens.ts';
import { capabilities } from '../../../core/domain/accounts/capability.ts';
import { createManifestValidator } from '../../../core/kernel/checks/manifest-validator.ts';
import type { PluginManifest } from '../../../core/kernel/index.ts';
import { readSource } from '../reading/source-files.ts';

const text = readSource('docs/packages.md');

it('names in docs/packages.md every service that reaches a package, and every capability', () => {
  const tables = text.split('\n').filter((line) => line.startsWith('|'));
  const named = new Set(tables.flatMap((line) => [...line.matchAll(/`([a-z]+\.[a-z]+)`/g)].map(([, name]) => name)));
  expect([...named].sort()).toEqual([...bridgedTokens.map(({ id }) => id), ...capabilities].sort());
});

it('shows there a plugin.json that can be packed', () => {
  const [, box = ''] = /```json plugin\.json\n([\s\S]*?)```/.exec(text) ?? [];
  const manifest = JSON.parse(box) as PluginManifest;
  expect(createManifestValidator().check(manifest)).toMatchObject({ ok: true });
  expect(bridgeProblem(manifest)).toBeNull();
});
