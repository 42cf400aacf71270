import { accepted, type Outcome, refused } from '../../contract/app-error.ts';
import { maxLayoutBytes, maxLayoutDepth } from '../../domain/layout-limits.ts';
import { isName, maxNameLength } from '../../domain/name.ts';
import { isRecord } from './dashboard-config.ts';
import { readLayout } from './layout-content.ts';

/** A layout as a file: the same content as at the server, with the word that tells it from other JSON. */
export interface LayoutFile {
  readonly name: string;
  readonly version: number;
  readonly content: Readonly<Record<string, unknown>>;
}

/** A file may be indented; beyond this it is not even read. */
export const maxLayoutFileBytes = 4 * maxLayoutBytes;

export const tooLarge = (): Outcome<never> => refused('LAYOUT_TOO_LARGE', { field: 'content', limitKb: maxLayoutBytes / 1024 });

export const layoutFileText = (name: string, version: number, content: unknown): string =>
  JSON.stringify({ tessera: 'layout', name, version, content: content ?? {} }, null, 2);

/** `Trade / night` → `tessera-Trade-night.json` */
export const layoutFileName = (name: string): string =>
  `tessera-${name
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)}.json`;

/** Reads a file that was chosen to be imported; of a later version it is taken as it is. */
export function readLayoutFile(text: string, defaultName: string): Outcome<LayoutFile> {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    return refused('LAYOUT_FILE_FOREIGN', { field: 'tessera' });
  }
  if (!isRecord(file) || file.tessera !== 'layout') return refused('LAYOUT_FILE_FOREIGN', { field: 'tessera' });
  const { version, content } = file;
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1 || version > 1000) {
    return refused('LAYOUT_FILE_FOREIGN', { field: 'version' });
  }
  if (!isRecord(content) || !nestsWithin(file, maxLayoutDepth)) return refused('LAYOUT_FILE_FOREIGN', { field: 'content' });
  if (new TextEncoder().encode(JSON.stringify(content)).length > maxLayoutBytes) return tooLarge();
  const isEmpty = Object.keys(content).length === 0;
  if (!isEmpty && readLayout(version, content).outcome === 'damaged') return refused('LAYOUT_FILE_FOREIGN', { field: 'content' });
  return accepted({ name: nameOf(file.name, defaultName), version, content });
}

/** Whoever follows the structure of what this says no to may run out of stack. */
const nestsWithin = (value: unknown, depth: number): boolean =>
  typeof value !== 'object' || value === null || (depth > 0 && Object.values(value).every((part) => nestsWithin(part, depth - 1)));

function nameOf(value: unknown, defaultName: string): string {
  const name = typeof value === 'string' ? value.replace(/\p{C}/gu, '').trim().slice(0, maxNameLength).trim() : '';
  return isName(name) ? name : defaultName;
}
