import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { ErrorParams } from '../contract/app-error.ts';

/** Gives the text of a key; parameters fill `{{name}}`. */
export type Translate = (key: string, params?: ErrorParams) => string;

/**
 * Texts of a namespace: a plugin's id for its own texts, `ui` for the building blocks. Suspends while the language's file
 * loads. The function changes with the language.
 */
export function useText(namespace: string): Translate {
  const { t } = useTranslation(namespace);
  return useCallback((key, params) => t(key, params ?? {}), [t]);
}
