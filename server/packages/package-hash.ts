import { createHash } from 'node:crypto';
import type { PackageFile } from '../../schemas/wire/package.ts';

/** SHA-256 of a text in UTF-8, in hex. */
export const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

/** One hash over all files of a package: the same whatever their order. */
export const packageHash = (files: readonly Pick<PackageFile, 'path' | 'sha256'>[]): string =>
  sha256(
    files
      .map(({ path, sha256: hash }) => `${path} ${hash}`)
      .sort()
      .join('\n'),
  );
