import { Ajv } from 'ajv';
import satisfies from 'semver/functions/satisfies.js';
import validRange from 'semver/ranges/valid.js';
import { PluginManifest } from '../../schemas/manifest.ts';
import type { ManifestCheck, ManifestValidator } from './manifest.ts';

/** Checks manifests with ajv and semver. Server, build and tests only: ajv compiles code, which the browser's CSP forbids. */
export function createManifestValidator(): ManifestValidator {
  const valid = new Ajv({ allErrors: true, strict: true }).compile<PluginManifest>(PluginManifest);
  const check = (raw: unknown): ManifestCheck => {
    if (valid(raw)) return { ok: true, manifest: raw };
    const problems = (valid.errors ?? []).map((error) => {
      const place = error.instancePath === '' ? 'plugin.json' : error.instancePath;
      const { additionalProperty } = error.params;
      const isUnknownKey = typeof additionalProperty === 'string';
      return isUnknownKey ? `${place}: unknown key "${additionalProperty}"` : `${place}: ${error.message ?? error.keyword}`;
    });
    return { ok: false, problems: [...new Set(problems)] };
  };
  return { check, apiProblem };
}

function apiProblem(range: string, contractVersion: string): string | null {
  if (validRange(range) === null) return `api "${range}" is no version range`;
  return satisfies(contractVersion, range) ? null : `written for contract ${range}, this is contract ${contractVersion}`;
}
