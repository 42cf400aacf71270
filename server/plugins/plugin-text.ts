import { fillText } from '../../core/domain/numbers/text-params.ts';

/** Texts of a plugin as `locales/<language>.json` has them: nested by the dots of their keys. */
export type PluginTexts = { readonly [name: string]: PluginTexts | string };

export type TextValues = Readonly<Record<string, string | number>>;

/** The text of a key with its values; null where there is none. */
export function pluginText(texts: PluginTexts, key: string, values: TextValues): string | null {
  let found: PluginTexts | string | undefined = texts;
  for (const name of key.split('.')) found = typeof found === 'object' && Object.hasOwn(found, name) ? found[name] : undefined;
  return typeof found === 'string' ? fillText(found, values) : null;
}
