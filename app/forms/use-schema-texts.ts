import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { splitKey } from '../../core/ui/index.ts';
import type { FormSchema } from './form-schema.ts';

/** Text of a key of the schema; of a key without one the word instead, or the key. Suspends while the texts of the plugins that it names are loading. */
export function useSchemaTexts(schema: FormSchema): (key: string, word?: string) => string {
  const namespaces = useMemo(() => namespacesOf(schema), [schema]);
  const { t } = useTranslation(namespaces);
  return useCallback(
    (key, word) => {
      const { namespace, key: name } = splitKey(key);
      return t(name, { ns: namespace, defaultValue: word ?? name });
    },
    [t],
  );
}

function namespacesOf(schema: FormSchema): string[] {
  const inside = Object.values(schema.properties ?? {}).flatMap(namespacesOf);
  return [...new Set([...(schema.title === undefined ? [] : [splitKey(schema.title).namespace]), ...inside])];
}
