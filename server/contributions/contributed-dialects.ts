import type { Dialect, Dialects } from '../../core/contract/server-contributions.ts';
import { takenPaths } from '../packages/taken-paths.ts';
import { Claims } from './claims.ts';

interface ContributedDialect {
  readonly pluginId: string;
  readonly dialect: Dialect;
}

/** Parts of the server's paths in which running plugins answer in a manner of their own. */
export class ContributedDialects {
  readonly #bases: Claims<ContributedDialect>;

  /** `pages`: paths of the pages of all plugins, which a dialect would hide from whoever loads one anew. */
  constructor(pages: readonly string[] = []) {
    const words = new Set([...takenPaths, ...pages.map((path) => path.split('/')[1]?.toLowerCase())]);
    this.#bases = new Claims<ContributedDialect>('path', (base) => words.has(base.slice(1)));
  }

  /** For one plugin. */
  of(pluginId: string): Dialects {
    return {
      add: (dialect) => {
        const { base } = dialect;
        if (!/^\/[a-z][a-z0-9-]*$/.test(base)) throw new Error(`path "${base}" has to be one word in small letters`);
        this.#bases.take(pluginId, base, { pluginId, dialect });
      },
    };
  }

  /** What answers under the path now. */
  find(base: string): ContributedDialect | undefined {
    return this.#bases.get(base);
  }

  list(): readonly ContributedDialect[] {
    return this.#bases.values();
  }

  release(pluginId: string): void {
    this.#bases.release(pluginId);
  }
}
