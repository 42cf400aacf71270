/** What a text of a package may be; a browser reads all of them at the start of every page. */
const textLimits = { depth: 6, keys: 1_000, keyLetters: 120, textLetters: 2_000 } as const;

const reserved: readonly string[] = ['__proto__', 'constructor', 'prototype'];

/** What is wrong with the texts of a package, as the end of a sentence about the file; null: nothing. */
export function textsProblem(texts: unknown): string | null {
  if (!isRecord(texts)) return 'must be texts as JSON';
  const open: (readonly [level: Readonly<Record<string, unknown>>, depth: number])[] = [[texts, 1]];
  let keys = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [level, depth] = next;
    if (depth > textLimits.depth) return `is nested more than ${textLimits.depth} deep`;
    for (const [key, text] of Object.entries(level)) {
      keys += 1;
      if (keys > textLimits.keys) return `has more than ${textLimits.keys} texts`;
      if (reserved.includes(key)) return `has the reserved key "${key}"`;
      if (key.length > textLimits.keyLetters) return `has a key of more than ${textLimits.keyLetters} letters`;
      if (isRecord(text)) open.push([text, depth + 1]);
      else if (typeof text !== 'string') return `has "${key}", which is no text`;
      else if (text.length > textLimits.textLetters) return `has a text of more than ${textLimits.textLetters} letters: "${key}"`;
      // The library of texts would put another text in its place, which may ask for itself.
      else if (text.includes('$t(')) return `has "$t(" in "${key}"`;
    }
  }
  return null;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
