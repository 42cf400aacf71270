/** Full spelling and initials of a Chinese name, such as `bitebi` and `btb`. */
export type Spell = (name: string) => readonly [full: string, initials: string];

/** Loads the dictionary, about 140 kB compressed: only when somebody types letters. */
export async function loadPinyin(): Promise<Spell> {
  const { pinyin } = await import('pinyin-pro');
  return (name) => {
    const parts = name.split(' ');
    const spelled = (pattern: 'pinyin' | 'first'): string =>
      parts
        .map((part) => pinyin(part, { toneType: 'none', pattern, type: 'array', nonZh: 'consecutive' }).join('').toLowerCase())
        .join(' ');
    return [spelled('pinyin'), spelled('first')];
  };
}
