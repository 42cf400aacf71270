import type { PluginState } from '../plugin-state.ts';
import type { PluginUnit } from '../plugin-unit.ts';

interface TokenSources {
  isPresent(tokenId: string): boolean;
  providerOf(tokenId: string): PluginUnit | null;
  /** True for a plugin that is about to run. */
  isWaiting(provider: PluginUnit): boolean;
}

type Missing = Extract<PluginState, { kind: 'disabled' | 'failed' }>;

/** Looks for the first required token without a provider; null when none is missing. The detail holds the path to the cause. */
export function missingTokens(unit: PluginUnit, sources: TokenSources): Missing | null {
  for (const tokenId of unit.requiredTokens()) {
    if (sources.isPresent(tokenId)) continue;
    const provider = sources.providerOf(tokenId);
    if (provider === null) {
      return { kind: 'failed', reason: { code: 'missing-token', detail: `requires "${tokenId}", which nobody provides` } };
    }
    if (!sources.isWaiting(provider)) return consequence(unit.id, tokenId, provider);
  }
  return null;
}

function consequence(unitId: string, tokenId: string, provider: PluginUnit): Missing {
  const { state } = provider;
  if (state.kind === 'failed') {
    // A provider that failed for the same sort of reason has the rest of the path in its detail.
    const isOnPath = state.reason.code === 'dependency-failed';
    const cause = isOnPath ? state.reason.detail : `${provider.id}: ${state.reason.detail}`;
    return { kind: 'failed', reason: { code: 'dependency-failed', detail: `${unitId} → ${cause}` } };
  }
  if (state.kind === 'active') {
    return {
      kind: 'failed',
      reason: { code: 'missing-token', detail: `requires "${tokenId}", which plugin "${provider.id}" does not provide here` },
    };
  }
  if (state.kind === 'disabled' && state.reason.code === 'dependency-withdrawn') {
    return { kind: 'disabled', reason: { code: 'dependency-withdrawn', detail: `${unitId} → ${state.reason.detail}` } };
  }
  const word = state.kind === 'locked' ? `locked below VIP ${state.minVip}` : state.kind;
  return { kind: 'disabled', reason: { code: 'dependency-withdrawn', detail: `${unitId} → ${provider.id}: ${word}` } };
}
