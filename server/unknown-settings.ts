import { settingTable } from './settings.ts';

const prefix = 'TESSERA_';
const known = Object.values(settingTable).map(({ name }) => name);
/** What a setting's name is made of: whatever begins with one of them was meant for the server. */
const knownWords = new Set(known.flatMap((name) => wordsOf(name)));

export interface UnknownSetting {
  readonly setting: string;
  readonly nearest: string;
}

/**
 * Variables that look like settings of the server and are none, each with the setting that was probably meant. What resembles no setting, as
 * what tests and benches read, is somebody else's.
 */
export function unknownSettings(environment: Readonly<Record<string, string | undefined>>): readonly UnknownSetting[] {
  return Object.keys(environment)
    .filter((name) => name.startsWith(prefix) && !known.includes(name))
    .flatMap((setting) => {
      const nearest = nearestOf(setting);
      return nearest === null ? [] : [{ setting, nearest }];
    });
}

/** As a sentence of the log. The value is left out: it may be a misspelt secret. */
export const unknownSettingText = ({ setting, nearest }: UnknownSetting): string =>
  `${setting} is no setting of the server and changes nothing; ${nearest} may be meant`;

/** Shares most of its words with the name, and differs least in letters; null where the name was hardly meant for the server. */
function nearestOf(name: string): string | null {
  const [nearest] = known
    .map((other) => ({ other, shared: sharedWords(name, other), distance: distanceOf(name, other) }))
    .sort((a, b) => b.shared - a.shared || a.distance - b.distance);
  if (nearest === undefined) return null;
  const isNear = nearest.distance * 2 <= name.length - prefix.length || knownWords.has(wordsOf(name)[0] ?? '');
  return isNear ? nearest.other : null;
}

function wordsOf(name: string): readonly string[] {
  return name.slice(prefix.length).split('_');
}

const sharedWords = (name: string, other: string): number => wordsOf(other).filter((word) => wordsOf(name).includes(word)).length;

/** Letters to add, leave out or change to make one of the other. */
function distanceOf(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (let j = 1; j <= b.length; j++)
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (letter === b[j - 1] ? 0 : 1)));
    row = next;
  }
  return row[b.length] ?? 0;
}
