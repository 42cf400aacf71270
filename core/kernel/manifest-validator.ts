import { Ajv } from 'ajv';
import { PluginManifest } from '../../schemas/manifest.ts';
import type { ManifestValidator } from './manifest.ts';

/** Checks manifests with ajv. Server, build and tests only: ajv compiles code, which the browser's CSP forbids. */
export function createManifestValidator(): ManifestValidator {
  const check = new Ajv({ allErrors: true, strict: true }).compile<PluginManifest>(PluginManifest);
  return (raw) => {
    if (check(raw)) return { ok: true, manifest: raw };
    const problems = (check.errors ?? []).map((error) => {
      const place = error.instancePath === '' ? 'plugin.json' : error.instancePath;
      const { additionalProperty } = error.params;
      const isUnknownKey = typeof additionalProperty === 'string';
      return isUnknownKey ? `${place}: unknown key "${additionalProperty}"` : `${place}: ${error.message ?? error.keyword}`;
    });
    return { ok: false, problems: [...new Set(problems)] };
  };
}
