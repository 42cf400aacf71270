import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { isAbsolute, join, normalize } from 'node:path';
import { pipeline } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip } from 'node:zlib';
import type { Recordings } from '../../../core/contract/server-services.ts';

/** A line longer than this is not a recording's; reading on would only fill the memory. */
const longestLine = 4_000_000;

/** A recorded file that cannot be read; names it and the line that was being read. */
class RecordingUnreadable extends Error {
  readonly code = 'RECORDING_UNREADABLE';

  constructor(file: string, line: number, problem: string, cause?: unknown) {
    super(`${file}:${line}: ${problem}`, cause === undefined ? undefined : { cause });
    this.name = 'RecordingUnreadable';
  }
}

/** Recorded data in a folder of this machine. */
export class RecordingFiles implements Recordings {
  readonly speed: number | 'max';
  readonly #root: string;

  /** `speed`: market seconds per second, or `max`. */
  constructor(root: string, speed: number | 'max' = 1) {
    this.#root = root;
    this.speed = speed;
  }

  async list(folder: string): Promise<readonly string[]> {
    try {
      return (await readdir(this.#path(folder))).sort();
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT' || code === 'ENOTDIR') return [];
      throw error;
    }
  }

  /** Holds one chunk and one line at a time, however large the file is. */
  async *lines(file: string): AsyncGenerator<string> {
    const source = createReadStream(this.#path(file));
    // What goes wrong in either stream is thrown by the loop below.
    const stream = file.endsWith('.gz') ? pipeline(source, createGunzip(), () => undefined) : source;
    const decoder = new StringDecoder('utf8');
    let rest = '';
    let number = 0;
    try {
      for await (const chunk of stream) {
        const text = rest + decoder.write(chunk as Buffer);
        let from = 0;
        for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
          number++;
          yield text.slice(from, text.charCodeAt(end - 1) === 13 ? end - 1 : end);
          from = end + 1;
        }
        rest = text.slice(from);
        if (rest.length > longestLine) throw new RecordingUnreadable(file, number + 1, `longer than ${longestLine} characters`);
      }
    } catch (error) {
      if (error instanceof RecordingUnreadable) throw error;
      throw new RecordingUnreadable(file, number + 1, error instanceof Error ? error.message : String(error), error);
    } finally {
      source.destroy();
    }
    if (rest !== '') yield rest;
  }

  #path(relative: string): string {
    const path = normalize(relative);
    if (isAbsolute(path) || path.startsWith('..')) throw new RangeError(`outside the recordings: ${relative}`);
    return join(this.#root, path);
  }
}

/** Reads TESSERA_REPLAY: a folder, with an optional `?speed=60` or `?speed=max`; the speed is 1 to 1000. Null when the speed is neither. */
export function parseReplaySetting(setting: string): { readonly folder: string; readonly speed: number | 'max' } | null {
  const [, folder = '', speedText = '1'] = /^(.*?)(?:\?speed=(.*))?$/s.exec(setting) ?? [];
  if (speedText === 'max') return { folder, speed: 'max' };
  const speed = Number(speedText);
  return Number.isFinite(speed) && speed >= 1 && speed <= 1000 ? { folder, speed } : null;
}
