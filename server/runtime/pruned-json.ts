import type { JsonValue } from '../../core/contract/strategy.ts';

const longestText = 500;
const longestKey = 100;
const deepest = 32;
/** What a value takes beside its text: a comma, a bracket, a number. */
const sizeOfOne = 8;

/**
 * JSON for people, of bounded size whatever it is: of what is longer the beginning, texts shortened, what lies deeper left out. Values
 * that share a pruner share its size, in characters.
 */
export class JsonPruner {
  /** Something was left out. */
  cut = false;
  #left: number;

  constructor(mostCharacters: number) {
    this.#left = mostCharacters;
  }

  pruned(value: unknown): JsonValue {
    return this.#prune(value, 0) ?? null;
  }

  /** Undefined when there is no room for it. */
  #prune(value: unknown, depth: number): JsonValue | undefined {
    if (this.#left <= 0 || depth > deepest) return this.#cutOff();
    this.#left -= sizeOfOne;
    if (typeof value === 'string') return this.#text(value, longestText);
    if (typeof value === 'number' || typeof value === 'boolean') return value;
    if (typeof value !== 'object' || value === null) return null;
    return Array.isArray(value) ? this.#list(value, depth) : this.#fields(value, depth);
  }

  #list(values: readonly unknown[], depth: number): JsonValue {
    const kept: JsonValue[] = [];
    for (const value of values) {
      const one = this.#prune(value, depth + 1);
      if (one === undefined) break;
      kept.push(one);
    }
    return kept;
  }

  #fields(value: object, depth: number): JsonValue {
    const kept: [string, JsonValue][] = [];
    for (const key in value) {
      const name = this.#text(key, longestKey);
      const one = this.#prune((value as Readonly<Record<string, unknown>>)[key], depth + 1);
      if (one === undefined) break;
      kept.push([name, one]);
    }
    return Object.fromEntries(kept);
  }

  #text(text: string, longest: number): string {
    this.#left -= Math.min(text.length, longest);
    if (text.length <= longest) return text;
    this.cut = true;
    return `${text.slice(0, longest)}…`;
  }

  #cutOff(): undefined {
    this.cut = true;
    return undefined;
  }
}
