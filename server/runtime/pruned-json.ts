import type { JsonValue } from '../../core/contract/strategy.ts';

const longestText = 500;

export interface PrunedJson {
  readonly value: JsonValue;
  /** Something was left out. */
  readonly cut: boolean;
}

/** JSON with at most so many values, for people: of what is longer the beginning, and texts shortened. */
export function prunedJson(value: JsonValue, mostValues: number): PrunedJson {
  let left = mostValues;
  let cut = false;
  const prune = (one: JsonValue): JsonValue => {
    left -= 1;
    if (typeof one === 'string' && one.length > longestText) {
      cut = true;
      return `${one.slice(0, longestText)}…`;
    }
    if (typeof one !== 'object' || one === null) return one;
    const entries = Object.entries(one);
    const kept: [string, JsonValue][] = [];
    for (const [key, part] of entries) {
      if (left <= 0) break;
      kept.push([key.slice(0, longestText), prune(part)]);
    }
    cut ||= kept.length < entries.length;
    return Array.isArray(one) ? kept.map(([, part]) => part) : Object.fromEntries(kept);
  };
  const pruned = prune(value);
  return { value: pruned, cut };
}
