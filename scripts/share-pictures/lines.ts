interface Part {
  readonly text: string;
  /** With the space behind it, and without. */
  readonly width: number;
  readonly bare: number;
}

/** Parts of a text between which a line may end; marks stay with what they follow. */
function partsOf(text: string, language: string): readonly string[] {
  const parts: string[] = [];
  for (const { segment, isWordLike } of new Intl.Segmenter(language, { granularity: 'word' }).segment(text)) {
    const before = parts.at(-1);
    if (before !== undefined && (isWordLike !== true || /[-‐–(（「《“/]$/.test(before))) parts[parts.length - 1] = before + segment;
    else parts.push(segment);
  }
  return parts;
}

/** None wider than this, as few as can be. */
function greedy(parts: readonly Part[], width: number): readonly string[] {
  const lines: string[] = [];
  let taken = 0;
  for (const part of parts) {
    const line = lines.at(-1);
    if (line === undefined || taken + part.bare > width) {
      lines.push(part.text);
      taken = part.width;
    } else {
      lines[lines.length - 1] = line + part.text;
      taken += part.width;
    }
  }
  return lines.map((line) => line.trimEnd());
}

/** The lines of a text where none is wider than this: as few as can be, and then none longer than it has to be. */
export async function balancedLines(
  text: string,
  language: string,
  width: number,
  measure: (text: string) => Promise<number>,
): Promise<readonly string[]> {
  const parts = await Promise.all(
    partsOf(text, language).map(async (part) => ({ text: part, width: await measure(part), bare: await measure(part.trimEnd()) })),
  );
  let lines = greedy(parts, width);
  for (let narrower = width * 0.95; narrower > width * 0.4; narrower *= 0.95) {
    const tried = greedy(parts, narrower);
    if (tried.length > lines.length) break;
    lines = tried;
  }
  return lines;
}
