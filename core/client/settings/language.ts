import { type Language, languageNames, languages } from '../../domain/language.ts';
import { platformDefaults, readIn } from '../../domain/platform-settings.ts';
import type { KeyValueStorage } from '../connection/session-storage.ts';

export { type Language, languageNames, languages };

/** The chosen language is kept under this key. */
export const languageKey = 'lang';

/** The chosen one where it is offered, else that of the platform. */
export const readLanguage = (storage: KeyValueStorage, ofPlatform: Parameters<typeof readIn>[0] = platformDefaults): Language =>
  readIn(ofPlatform, storage.getItem(languageKey));
