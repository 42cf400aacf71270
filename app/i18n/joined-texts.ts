import type { Language } from '../../core/client/settings/language.ts';
import type { TextFiles } from './text-loaders.ts';

type Joined = () => Promise<{ readonly texts: Readonly<Record<string, unknown>> }>;

/** Texts of many files that come in one piece for each language: file by file they would be asked for one by one. */
export function joinedTexts(filesOf: (language: Language) => readonly string[], pieces: Readonly<Record<Language, Joined>>): TextFiles {
  const languages = Object.keys(pieces) as Language[];
  return Object.fromEntries(
    languages.flatMap((language) => filesOf(language).map((file) => [file, async () => (await pieces[language]()).texts[file]])),
  );
}
