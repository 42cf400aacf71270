interface Nested {
  readonly [key: string]: string | Nested;
}

/** Deeper than any texts are written by hand. */
const deepest = 16;

/** A plugin may nest its texts; their keys are the names on the way, joined with dots. Throws for texts that are nested without end. */
export function flatTexts(texts: Nested): Record<string, string> {
  const flat: Record<string, string> = {};
  const open: (readonly [prefix: string, texts: Nested, depth: number])[] = [['', texts, 0]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [prefix, level, depth] = next;
    if (depth > deepest) throw new Error(`texts are nested more than ${deepest} deep`);
    for (const [key, text] of Object.entries(level)) {
      if (typeof text === 'string') flat[prefix + key] = text;
      else if (typeof text === 'object' && text !== null) open.push([`${prefix}${key}.`, text, depth + 1]);
    }
  }
  return flat;
}
