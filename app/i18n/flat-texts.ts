interface Nested {
  readonly [key: string]: string | Nested;
}

/** A plugin may nest its texts; their keys are the names on the way, joined with dots. */
export const flatTexts = (texts: Nested, prefix = ''): Record<string, string> =>
  Object.entries(texts).reduce<Record<string, string>>(
    (flat, [key, text]) => Object.assign(flat, typeof text === 'string' ? { [prefix + key]: text } : flatTexts(text, `${prefix}${key}.`)),
    {},
  );
