import type { getI18n } from 'react-i18next';
import type { ErrorParams } from '../../contract/app-error.ts';
import { fillText, isPlain } from '../../domain/numbers/text-params.ts';

export type TextSource = ReturnType<typeof getI18n>;

/** Gives the text of a key; parameters fill `{{name}}`, prices and amounts `{{name, amount}}`. */
export type Translate = (key: string, params?: ErrorParams) => string;

const known = new WeakMap<TextSource, Map<string, Translate>>();

/** Texts of a namespace in a language, each looked up once. The same function every time, until the namespace is loaded anew. */
export function quickTexts(texts: TextSource, language: string, namespace: string): Translate {
  let functions = known.get(texts);
  if (functions === undefined) {
    const kept = new Map<string, Translate>();
    functions = kept;
    known.set(texts, kept);
    // A package that is updated brings its texts anew.
    texts.store.on('added', (...[, changed]: string[]) => {
      for (const name of kept.keys()) if (name.endsWith(` ${changed}`)) kept.delete(name);
    });
  }
  const name = `${language} ${namespace}`;
  let found = functions.get(name);
  if (found === undefined) {
    found = textsOf(texts, language, namespace);
    functions.set(name, found);
  }
  return found;
}

function textsOf(texts: TextSource, language: string, namespace: string): Translate {
  const full = texts.getFixedT(language, namespace);
  /** Null: has more in it than plain parameters. */
  const templates = new Map<string, string | null>();
  const templateOf = (key: string): string | null => {
    const template = full(key, { skipInterpolation: true });
    return isPlain(template) ? template : null;
  };
  return (key, params = {}) => {
    // Their texts have several keys.
    if ('count' in params || 'context' in params) return full(key, params);
    let template = templates.get(key);
    if (template === undefined) {
      template = templateOf(key);
      templates.set(key, template);
    }
    if (template === null) return full(key, params);
    return template.includes('{{') ? fillText(template, params) : template;
  };
}
