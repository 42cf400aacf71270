import type { ByLanguage } from '../../core/contract/operations.ts';
import { isLanguage } from '../../core/domain/language.ts';
import { useLanguage } from '../../core/ui/text/use-text.ts';

/** Reads what the server says in every language. */
export function useWords(): (words: ByLanguage) => string {
  const language = useLanguage();
  return (words) => words[isLanguage(language) ? language : 'en'];
}
