import type { PluginManifest } from '../../schemas/manifest.ts';
import type { Capability } from '../domain/accounts/capability.ts';
import { ACCOUNTS, FEEDS, MARKETS, NOTICES, PREFERENCES, TEXTS } from './client-services.ts';
import type { Token } from './token.ts';

interface BridgedToken {
  readonly token: Token<unknown>;
  /** A token of one capability brings it; of several the manifest names those that it needs. */
  readonly capabilities: readonly Capability[];
}

/** The services that reach the frame of a package; each is a copy in the frame that speaks with the page through the bridge. */
const bridged: readonly BridgedToken[] = [
  { token: MARKETS, capabilities: ['markets.read'] },
  { token: FEEDS, capabilities: ['markets.read'] },
  { token: ACCOUNTS, capabilities: ['balances.read', 'orders.read', 'orders.place', 'orders.cancel'] },
  { token: NOTICES, capabilities: ['notices.show'] },
  { token: TEXTS, capabilities: [] },
  { token: PREFERENCES, capabilities: [] },
];

export const bridgedTokens: readonly Token<unknown>[] = bridged.map(({ token }) => token);

type Asking = Pick<PluginManifest, 'requires' | 'optional' | 'capabilities'>;

const tokensOf = ({ requires = [], optional = [] }: Asking): readonly string[] => [...requires, ...optional];

/** All that a manifest asks for, in order: what it names, and what its tokens bring. */
export function capabilitiesOf(manifest: Asking): readonly Capability[] {
  const tokens = tokensOf(manifest);
  const brought = bridged.flatMap(({ token, capabilities }) =>
    capabilities.length === 1 && tokens.includes(token.id) ? capabilities : [],
  );
  return [...new Set([...(manifest.capabilities ?? []), ...brought])].sort();
}

/** Why code with such a manifest cannot run in a frame, as the end of a sentence about plugin.json; null: it can. */
export function bridgeProblem(manifest: Asking): string | null {
  const tokens = tokensOf(manifest);
  const asked = manifest.capabilities ?? [];
  const foreign = tokens.find((id) => bridged.every(({ token }) => token.id !== id));
  if (foreign !== undefined) {
    return `requires "${foreign}", which does not reach a package; these do: ${bridged.map(({ token }) => token.id).join(', ')}`;
  }
  for (const { token, capabilities } of bridged) {
    if (capabilities.length > 1 && tokens.includes(token.id) && !capabilities.some((one) => asked.includes(one))) {
      return `requires "${token.id}" and names none of its capabilities: ${capabilities.join(', ')}`;
    }
  }
  const idle = asked.find((one) => !bridged.some(({ token, capabilities }) => capabilities.includes(one) && tokens.includes(token.id)));
  return idle === undefined ? null : `names the capability "${idle}", but requires no token that has it`;
}
