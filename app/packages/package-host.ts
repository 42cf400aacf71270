import type { i18n } from 'i18next';
import { languages } from '../../core/client/settings/language.ts';
import type { OwnPlugin } from '../../core/contract/plugin-sets.ts';
import { Turns } from '../../core/domain/turns.ts';
import type { Kernel, PluginSource } from '../../core/kernel/index.ts';
import type { ClientPackage, packageBase as wirePackageBase } from '../../schemas/wire/package.ts';
import { renewTexts } from '../i18n/renew-texts.ts';
import type { TextFiles, TextLoaders } from '../i18n/text-loaders.ts';

export interface PackageHostParts {
  readonly kernel: Pick<Kernel, 'install' | 'remove'>;
  readonly i18n: i18n;
  readonly loaders: TextLoaders;
  /** A plugin of the house could not be replaced, or a package did not come up: for whoever wrote it. */
  readonly onProblem: (pluginId: string, problems: readonly string[]) => void;
}

/** Typed by the wire, not imported from it, since that would bring its schemas along. */
const packageBase: typeof wirePackageBase = '/packages';

/** Texts that do not come in this time are shown by their keys. */
const textsMs = 8_000;

/** Brings the caller's packages into the running workbench and takes them out again, as the server's list says. */
export class PackageHost {
  readonly #parts: PackageHostParts;
  /** Hashes of what is in the kernel. */
  readonly #present = new Map<string, string>();
  readonly #turns = new Turns();

  constructor(parts: PackageHostParts) {
    this.#parts = parts;
  }

  /** The kernel's policy must know the list already. Calls run one after the other. */
  follow(list: readonly OwnPlugin[]): Promise<void> {
    return this.#turns.take(() => this.#follow(list));
  }

  async #follow(list: readonly OwnPlugin[]): Promise<void> {
    const wanted = new Map(list.flatMap(({ id, package: one }) => (one === undefined ? [] : [[id, one] as const])));
    for (const id of this.#present.keys()) {
      if (wanted.has(id)) continue;
      await this.#parts.kernel.remove(id);
      this.#present.delete(id);
    }
    for (const [id, one] of wanted) {
      if (this.#present.get(id) === one.hash) continue;
      const problems = await this.#bringUp(id, one).catch((error: unknown) => [error instanceof Error ? error.message : String(error)]);
      if (problems.length > 0) this.#parts.onProblem(id, problems);
      this.#present.set(id, one.hash);
    }
  }

  /** Gives what speaks against it; the page and the other packages go on whatever it is. */
  async #bringUp(id: string, one: ClientPackage): Promise<readonly string[]> {
    await this.#loadTexts(id, one);
    return this.#parts.kernel.install(sourceOf(id, one));
  }

  async #loadTexts(id: string, one: ClientPackage): Promise<void> {
    const { i18n, loaders } = this.#parts;
    const files: TextFiles = Object.fromEntries(
      languages.map((language) => [
        `/plugins/${id}/locales/${language}.json`,
        async (): Promise<unknown> => {
          const address = addressOf(id, one.hash, `locales/${language}.json`);
          return (await fetch(address, { signal: AbortSignal.timeout(textsMs) })).json();
        },
      ]),
    );
    loaders.add(files);
    await renewTexts(i18n, id);
  }
}

const addressOf = (id: string, hash: string, path: string): string => `${packageBase}/${id}/${hash}/${path}`;

/**
 * The plugin as the page knows it: made of its manifest alone. Its code is asked for by the frame of a panel or page that somebody opens,
 * and runs there.
 */
function sourceOf(id: string, one: ClientPackage): PluginSource {
  const load = async (): Promise<unknown> => (await import('./framed-plugin.tsx')).framedPlugin(one);
  return { folder: id, manifest: one.manifest, load: one.code ? load : null, otherSide: true };
}
