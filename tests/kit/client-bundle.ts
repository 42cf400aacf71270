import { existsSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

interface ManifestChunk {
  readonly name?: string;
  readonly file: string;
  readonly imports?: readonly string[];
}

/** The built browser client, as its manifest describes it. */
export class ClientBundle {
  private readonly folder: string;
  private readonly manifest: Readonly<Record<string, ManifestChunk>>;

  private constructor(folder: string, manifest: Readonly<Record<string, ManifestChunk>>) {
    this.folder = folder;
    this.manifest = manifest;
  }

  /** Null when the client has not been built. */
  static read(): ClientBundle | null {
    const folder = fileURLToPath(new URL('../../dist/client/', import.meta.url));
    const file = `${folder}.vite/manifest.json`;
    return existsSync(file) ? new ClientBundle(folder, JSON.parse(readFileSync(file, 'utf8'))) : null;
  }

  /** Files that load before the code of these sources, or of these chunks, can run. */
  closure(...sources: readonly string[]): ReadonlySet<string> {
    const seen = new Set<string>();
    const open = sources.map((source) => this.keyOf(source));
    for (let key = open.pop(); key !== undefined; key = open.pop()) {
      const chunk = this.manifest[key];
      if (chunk === undefined || seen.has(chunk.file)) continue;
      seen.add(chunk.file);
      open.push(...(chunk.imports ?? []));
    }
    return seen;
  }

  /** Files that the frame of every package loads before the package's own code; its document names them all. */
  get frame(): readonly string[] {
    const page = readFileSync(`${this.folder}frame/frame.html`, 'utf8');
    return [...page.matchAll(/<script [^>]*src="\/([^"]+)"/g)].map(([, file]) => file ?? '');
  }

  /** What a source needs beyond files that are already there. */
  added(source: string, present: ReadonlySet<string>): readonly string[] {
    return [...this.closure(source)].filter((file) => !present.has(file));
  }

  /** What a browser is given, packed by Brotli or, as a package's frame is, by gzip, in kB of 1000 bytes. */
  kilobytes(files: Iterable<string>, packing: 'br' | 'gz' = 'br'): number {
    return [...files].reduce((sum, file) => sum + statSync(`${this.folder}${file}.${packing}`).size, 0) / 1000;
  }

  text(files: Iterable<string>): string {
    return [...files].map((file) => readFileSync(this.folder + file, 'utf8')).join('');
  }

  private keyOf(source: string): string {
    const named = Object.entries(this.manifest).find(([key, { name }]) => key === source || key.endsWith(`/${source}`) || name === source);
    if (named === undefined) throw new Error(`${source} is not in the manifest`);
    return named[0];
  }
}

/** What the two pages load before they can show anything. */
export const entries = {
  login: ['index.html', 'public', 'login'],
  dashboard: ['index.html', 'shell'],
} as const;

/** Draws strategy forms from their schemas; the panel loads it when a first form opens, the workspace and its menus are there by then. */
export const strategyForm = {
  source: 'forms/schema-form.tsx',
  beside: [...entries.dashboard, 'menus', 'panels'],
} as const;
