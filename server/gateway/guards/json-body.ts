import { isUtf8 } from 'node:buffer';
import { accepted, type Outcome, refused } from '../../../core/contract/app-error.ts';
import { isUnstorable } from '../../store/sql/unstorable.ts';
import { repeatedField } from './repeated-field.ts';

/** Deepest nesting of a request's body; saved layouts nest by nature and name their own limit. */
export const defaultJsonDepth = 20;

/** Parses a body; undefined when it is empty. Refuses what is not UTF-8 JSON, nests too deeply, repeats a field, has a `__proto__` key or text that cannot be stored. */
export function parseJsonBody(bytes: Buffer, maxDepth: number): Outcome<unknown> {
  if (bytes.length === 0) return accepted(undefined);
  if (!isUtf8(bytes)) return refused('REQUEST_NOT_JSON');
  return parseJsonText(bytes.toString('utf8'), maxDepth);
}

export function parseJsonText(text: string, maxDepth: number): Outcome<unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refused('REQUEST_NOT_JSON');
  }
  const problem = problemOf(value, maxDepth) ?? repeatedField(text, value);
  return problem === null ? accepted(value) : refused('REQUEST_INVALID', problem);
}

const isExact = (value: number): boolean => Math.abs(value) <= Number.MAX_SAFE_INTEGER;

function problemOf(value: unknown, depthLeft: number): { readonly field: string; readonly rule: string } | null {
  if (typeof value === 'string') return isUnstorable(value) ? { field: '', rule: 'must be text without null characters' } : null;
  if (typeof value === 'number') return isExact(value) ? null : { field: '', rule: 'must be within 2^53, else it loses digits' };
  if (typeof value !== 'object' || value === null) return null;
  if (depthLeft === 0) return { field: '', rule: 'is nested too deeply' };
  if (Array.isArray(value)) {
    for (const item of value) {
      const problem = problemOf(item, depthLeft - 1);
      if (problem !== null) return problem;
    }
    return null;
  }
  for (const [key, item] of Object.entries(value)) {
    if (key === '__proto__') return { field: key, rule: 'is not allowed' };
    if (isUnstorable(key)) return { field: '', rule: 'must be text without null characters' };
    const problem = problemOf(item, depthLeft - 1);
    if (problem !== null) return { field: problem.field === '' ? key.slice(0, 80) : problem.field, rule: problem.rule };
  }
  return null;
}
