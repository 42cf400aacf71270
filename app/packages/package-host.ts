import type { i18n } from 'i18next';
import { languages } from '../../core/client/language.ts';
import type { Kernel, PluginSource } from '../../core/kernel/index.ts';
import type { ClientPackage, packageBase as wirePackageBase } from '../../schemas/wire/package.ts';
import type { PluginView } from '../../schemas/wire/workspace.ts';
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

/** Brings the caller's packages into the running workbench and takes them out again, as the server's list says. */
export class PackageHost {
  readonly #parts: PackageHostParts;
  /** Hashes of what is in the kernel. */
  readonly #present = new Map<string, string>();
  #work: Promise<void> = Promise.resolve();

  constructor(parts: PackageHostParts) {
    this.#parts = parts;
  }

  /** The kernel's policy must know the list already. Calls run one after the other. */
  follow(list: readonly PluginView[]): Promise<void> {
    this.#work = this.#work.then(() => this.#follow(list));
    return this.#work;
  }

  async #follow(list: readonly PluginView[]): Promise<void> {
    const wanted = new Map(list.flatMap(({ id, package: one }) => (one === undefined ? [] : [[id, one] as const])));
    for (const id of this.#present.keys()) {
      if (wanted.has(id)) continue;
      await this.#parts.kernel.remove(id);
      showStyles(id, null);
      this.#present.delete(id);
    }
    for (const [id, one] of wanted) {
      if (this.#present.get(id) === one.hash) continue;
      const isUpdate = this.#present.has(id);
      await this.#loadTexts(id, one, isUpdate);
      const problems = await this.#parts.kernel.install(sourceOf(id, one));
      if (problems.length > 0) this.#parts.onProblem(id, problems);
      else showStyles(id, one);
      this.#present.set(id, one.hash);
    }
  }

  async #loadTexts(id: string, one: ClientPackage, isUpdate: boolean): Promise<void> {
    const { i18n, loaders } = this.#parts;
    const files: TextFiles = Object.fromEntries(
      languages.map((language) => [
        `/plugins/${id}/locales/${language}.json`,
        async (): Promise<unknown> => (await fetch(addressOf(id, one.hash, `locales/${language}.json`))).json(),
      ]),
    );
    loaders.add(files);
    if (isUpdate) await i18n.reloadResources([...i18n.languages], [id]);
    else await i18n.loadNamespaces([id]);
  }
}

const addressOf = (id: string, hash: string, path: string): string => `${packageBase}/${id}/${hash}/${path}`;

function sourceOf(id: string, { hash, manifest, code }: ClientPackage): PluginSource {
  const load = async (): Promise<unknown> => {
    const { shareModules } = await import('./shared-modules.ts');
    shareModules();
    return import(/* @vite-ignore */ addressOf(id, hash, 'client.js'));
  };
  return { folder: id, manifest, load: code ? load : null, otherSide: true };
}

/** One sheet a package: the newest, or none. */
function showStyles(id: string, one: ClientPackage | null): void {
  const former = document.head.querySelector(`link[data-package="${id}"]`);
  if (one?.styles === true) {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = addressOf(id, one.hash, 'client.css');
    link.dataset.package = id;
    document.head.append(link);
  }
  former?.remove();
}
