import type { Told } from '../../contract/notices.ts';
import { fillText } from '../../domain/numbers/text-params.ts';

/** Says what is told in these words, whatever namespace it names; an error by its code and params. */
export function sayIn(words: Readonly<Record<string, string>>): (told: Told) => string {
  const say = (told: Told): string => {
    if (typeof told === 'string') return told;
    if ('namespace' in told) return fillText(words[told.key] ?? told.key, told.params ?? {});
    if ('code' in told) return `${told.code} ${JSON.stringify(told.params)}`;
    return told.map(say).join(' · ');
  };
  return say;
}
