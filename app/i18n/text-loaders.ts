import type { BackendModule } from 'i18next';
import { flatTexts } from './flat-texts.ts';

/** Loads one namespace in one language. */
type TextLoader = () => Promise<unknown>;
/** File path → loader, as `import.meta.glob` gives it. */
export type TextFiles = Readonly<Record<string, TextLoader>>;

/** Finds the file of a namespace: `locales/<language>/<namespace>.json`, or `plugins/<namespace>/locales/<language>.json`. */
export class TextLoaders {
  readonly #loaders = new Map<string, TextLoader>();

  add(files: TextFiles): void {
    for (const [path, load] of Object.entries(files)) {
      const plugin = /\/plugins\/([^/]+)\/locales\/([^/]+)\.json$/.exec(path);
      const shell = /\/locales\/([^/]+)\/([^/]+)\.json$/.exec(path);
      const [language, namespace] = plugin === null ? [shell?.[1], shell?.[2]] : [plugin[2], plugin[1]];
      this.#loaders.set(`${language}/${namespace}`, load);
    }
  }

  /** As i18next wants it. An unknown namespace is empty, so that its keys show instead of an error. */
  backend(): BackendModule {
    return {
      type: 'backend',
      init: () => undefined,
      read: (language, namespace, done) => {
        const load = this.#loaders.get(`${language}/${namespace}`);
        if (load === undefined) {
          done(null, {});
          return;
        }
        load()
          .then((texts) => flatTexts(texts as Parameters<typeof flatTexts>[0]))
          .then(
            (texts) => done(null, texts),
            (error: unknown) => done(error instanceof Error ? error : new Error(String(error)), null),
          );
      },
    };
  }
}
