import { createReadStream } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { DeleteObjectsCommand, GetObjectCommand, ListObjectsV2Command, S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { BackupProblem } from '../backup-problem.ts';
import type { BackupPlace } from './backup-place.ts';
import { removeAbandoned } from './folder-place.ts';

interface S3Options {
  readonly bucket: string;
  /** Before all names; empty, or ends with `/`. */
  readonly prefix: string;
  /** Another store than Amazon's, such as https://minio.example:9000. */
  readonly endpoint: string | null;
  /** Where backups are put together before they are sent. */
  readonly draftParent: string;
}

const draftPrefix = 'draft-';
const partBytes = 16 * 1024 * 1024;
/** The most that one call deletes. */
const deletedAtOnce = 1_000;

/** Backups in a bucket of an S3-compatible store. Credentials and region come from the environment, as every tool of that kind takes them. */
export class S3Place implements BackupPlace {
  readonly shown: string;
  readonly #options: S3Options;
  readonly #client: S3Client;

  constructor(options: S3Options) {
    const { bucket, prefix, endpoint } = options;
    this.#options = options;
    this.shown = `s3://${bucket}/${prefix}`;
    // Stores besides Amazon's seldom have a host name for each bucket, nor know the newer checksums.
    this.#client = new S3Client({
      region: process.env.AWS_REGION ?? process.env.AWS_DEFAULT_REGION ?? 'us-east-1',
      ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
  }

  async draftFolder(): Promise<string> {
    const { draftParent } = this.#options;
    await removeAbandoned(draftParent, draftPrefix);
    return mkdtemp(join(draftParent, draftPrefix));
  }

  async list(prefix: string, suffix: string): Promise<readonly string[]> {
    const names: string[] = [];
    let token: string | undefined;
    do {
      const command = new ListObjectsV2Command({ ...this.#place(prefix, 'Prefix'), ContinuationToken: token });
      const { Contents = [], NextContinuationToken } = await this.#orProblem(this.#client.send(command));
      names.push(...Contents.flatMap(({ Key }) => (Key === undefined ? [] : [Key.slice(this.#options.prefix.length)])));
      token = NextContinuationToken;
    } while (token !== undefined);
    return names.filter((name) => name.endsWith(suffix)).toSorted();
  }

  async read(name: string): Promise<Readable> {
    const { Body } = await this.#orProblem(this.#client.send(new GetObjectCommand(this.#place(name, 'Key'))), name);
    if (Body instanceof Readable) return Body;
    throw new BackupProblem(`${name} in ${this.shown} is empty`);
  }

  async publish(folder: string, name: string, files: readonly string[], signal: AbortSignal): Promise<void> {
    for (const file of files) {
      signal.throwIfAborted();
      const params = { ...this.#place(`${name}/${file}`, 'Key'), Body: createReadStream(join(folder, file)) };
      const upload = new Upload({ client: this.#client, params, partSize: partBytes, queueSize: 2 });
      const stop = (): void => void upload.abort();
      signal.addEventListener('abort', stop, { once: true });
      await this.#orProblem(upload.done());
      signal.removeEventListener('abort', stop);
    }
  }

  async remove(name: string, manifest: string): Promise<void> {
    const names = await this.list(`${name}/`, '');
    await this.#delete(names.filter((one) => one === `${name}/${manifest}`));
    await this.#delete(names);
  }

  async #delete(names: readonly string[]): Promise<void> {
    for (let at = 0; at < names.length; at += deletedAtOnce) {
      const Objects = names.slice(at, at + deletedAtOnce).map((name) => ({ Key: this.#options.prefix + name }));
      const { Errors = [] } = await this.#orProblem(
        this.#client.send(new DeleteObjectsCommand({ Bucket: this.#options.bucket, Delete: { Objects, Quiet: true } })),
      );
      const [first] = Errors;
      if (first !== undefined) throw new BackupProblem(`${this.shown} did not delete ${first.Key}: ${first.Message}`);
    }
  }

  #place<Field extends 'Key' | 'Prefix'>(name: string, field: Field): { readonly Bucket: string } & Record<Field, string> {
    return { Bucket: this.#options.bucket, [field]: this.#options.prefix + name } as { readonly Bucket: string } & Record<Field, string>;
  }

  /** What the store says, in a sentence: the library's own errors carry the whole request. */
  async #orProblem<T>(work: Promise<T>, name = ''): Promise<T> {
    try {
      return await work;
    } catch (error) {
      if (error instanceof S3ServiceException) {
        if (error.name === 'NoSuchKey' && name !== '') throw new BackupProblem(`${name} is missing in ${this.shown}`);
        throw new BackupProblem(`${this.shown} refused: ${error.name}${error.message === '' ? '' : `, ${error.message}`}`);
      }
      const { name: kind, code, message } = error as Error & { readonly code?: string };
      if (kind === 'CredentialsProviderError')
        throw new BackupProblem(
          `${this.shown} needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or another source of credentials: ${message}`,
        );
      if (code !== undefined) throw new BackupProblem(`${this.shown} cannot be reached: ${message === '' ? code : message}`);
      throw error;
    }
  }
}
