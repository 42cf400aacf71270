import { Ajv, type ValidateFunction } from 'ajv';
import satisfies from 'semver/functions/satisfies.js';
import validRange from 'semver/ranges/valid.js';
import { PluginManifest } from '../../../schemas/manifest.ts';
import { contributionKinds, type ManifestCheck, type ManifestValidator, partsOf } from '../manifest.ts';
import { roleProblem } from '../manifest-roles.ts';
import { siteProblem } from '../manifest-site.ts';

/** Once in a process: it takes a fifth of a second. */
let compiled: ValidateFunction<PluginManifest> | undefined;

/** Checks manifests with ajv and semver. Server, build and tests only: ajv compiles code, which the browser's CSP forbids. */
export function createManifestValidator(): ManifestValidator {
  compiled ??= new Ajv({ allErrors: true, strict: true }).compile<PluginManifest>(PluginManifest);
  const valid = compiled;
  const check = (raw: unknown): ManifestCheck => {
    if (valid(raw)) {
      const reserved = reservedIn(raw);
      const problem = reserved === null ? (roleProblem(raw) ?? siteProblem(raw)) : `"${reserved}" is a reserved name`;
      return problem === null ? { ok: true, manifest: raw } : { ok: false, problems: [problem] };
    }
    const problems = (valid.errors ?? []).map((error) => {
      const place = error.instancePath === '' ? 'plugin.json' : error.instancePath;
      const { additionalProperty, allowedValues } = error.params;
      if (typeof additionalProperty === 'string') return `${place}: unknown key "${additionalProperty}"`;
      if (Array.isArray(allowedValues)) return `${place}: must be one of ${allowedValues.join(', ')}`;
      return `${place}: ${error.message ?? error.keyword}`;
    });
    return { ok: false, problems: [...new Set(problems)] };
  };
  return { check, apiProblem };
}

/** Names that every object has, and rooms of texts that belong to the shell. */
const reservedNames: readonly string[] = ['constructor', 'prototype', '__proto__'];
const shellRooms: readonly string[] = ['app', 'ui', 'errors', 'forms', 'site'];

/** The first id of a manifest that nothing may have; null: none. */
function reservedIn(manifest: PluginManifest): string | null {
  if (shellRooms.includes(manifest.id)) return manifest.id;
  const { id, requires = [], optional = [], provides = [], points = [] } = manifest;
  const parts = contributionKinds.flatMap((kind) => partsOf(manifest, kind).map((part) => part.id));
  return [id, ...requires, ...optional, ...provides, ...points, ...parts].find((one) => reservedNames.includes(one)) ?? null;
}

function apiProblem(range: string, contractVersion: string): string | null {
  if (validRange(range) === null) return `api "${range}" is no version range`;
  return satisfies(contractVersion, range) ? null : `written for contract ${range}, this is contract ${contractVersion}`;
}
