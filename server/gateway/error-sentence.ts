import { createInstance } from 'i18next';
import type { AppError } from '../../core/contract/app-error.ts';
import { errorTextKeys } from '../../core/contract/error-texts.ts';
import { shownParams } from '../../core/domain/numbers/text-params.ts';
import english from '../../locales/en/errors.json' with { type: 'json' };

/** What says an error as a sentence: the texts of `locales/<language>/errors.json` with its values. Fields keep the names of the wire. */
export function sentencesOf(
  language: string,
  texts: Readonly<Record<string, string>>,
): (error: Pick<AppError, 'code' | 'params'>) => string {
  const i18n = createInstance();
  void i18n.use(shownParams).init({
    lng: language,
    ns: ['errors'],
    defaultNS: 'errors',
    resources: { [language]: { errors: texts } },
    initAsync: false,
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
  });
  return ({ code, params }) => i18n.t(errorTextKeys(code, params), params);
}

/** An error for people who read replies; programs go by its code and its params. */
export const errorSentence = sentencesOf('en', english);
