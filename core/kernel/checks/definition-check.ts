import type { PluginDefinition } from '../../contract/plugin.ts';
import type { TokenMap } from '../../contract/token.ts';
import { type ContributionKind, type PluginManifest, partsOf } from '../manifest.ts';
import type { Side } from '../plugin-source.ts';

const fileOf: Readonly<Record<Side, string>> = { client: 'client.tsx', server: 'server.ts' };

/** Kinds whose code stands in one half only; `open` may stand in either. */
const kindsOf: Readonly<Record<Side, readonly Exclude<ContributionKind, 'open'>[]>> = {
  client: ['panels', 'routes', 'commands'],
  server: ['venues', 'strategies'],
};

/** Takes `plugin` out of a loaded module; throws when there is none. */
export function definitionOf(module: unknown, side: Side): PluginDefinition {
  const plugin = isObject<{ readonly plugin?: unknown }>(module) ? module.plugin : undefined;
  if (!isObject<PluginDefinition>(plugin))
    throw new Error(`${fileOf[side]} exports no "plugin"; write: export const plugin = definePlugin({ … })`);
  return plugin;
}

const isObject = <T>(value: unknown): value is T => typeof value === 'object' && value !== null;

/**
 * Compares the code with the manifest in both directions and returns one sentence for each difference. With `otherSide`
 * the tokens and open contributions that this half does not use are the other half's.
 */
export function definitionProblems(
  manifest: PluginManifest,
  definition: PluginDefinition,
  side: Side,
  otherSide: boolean,
): readonly string[] {
  const file = fileOf[side];
  const foreign: Side = side === 'client' ? 'server' : 'client';
  return [
    ...difference(file, 'requires', manifest.requires ?? [], tokenIds(definition.requires), otherSide),
    ...difference(file, 'optional', manifest.optional ?? [], tokenIds(definition.optional), otherSide),
    ...kindsOf[side].flatMap((kind) => difference(file, kind, idsOf(manifest, kind), Object.keys(definition[kind] ?? {}), false)),
    ...difference(file, 'open', idsOf(manifest, 'open'), Object.keys(definition.open ?? {}), otherSide),
    ...kindsOf[foreign]
      .filter((kind) => definition[kind] !== undefined)
      .map((kind) => `${file} defines ${kind}, which belong in ${fileOf[foreign]}`),
  ];
}

const tokenIds = (tokens: TokenMap | undefined): readonly string[] => Object.values(tokens ?? {}).map((token) => token.id);

const idsOf = (manifest: PluginManifest, kind: ContributionKind): readonly string[] => partsOf(manifest, kind).map((part) => part.id);

function difference(
  file: string,
  what: string,
  inManifest: readonly string[],
  inCode: readonly string[],
  mayBePart: boolean,
): readonly string[] {
  const onlyInManifest = mayBePart ? [] : inManifest.filter((id) => !inCode.includes(id));
  const onlyInCode = inCode.filter((id) => !inManifest.includes(id));
  return [
    ...onlyInManifest.map((id) => `plugin.json names "${id}" in ${what}, ${file} does not`),
    ...onlyInCode.map((id) => `${file} names "${id}" in ${what}, plugin.json does not`),
  ];
}
