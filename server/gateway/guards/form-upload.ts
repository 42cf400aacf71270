import { rm } from 'node:fs/promises';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Busboy } from '@fastify/busboy';
import { accepted, type Outcome, refused } from '../../../core/contract/app-error.ts';
import type { ReceivedForm } from '../../../core/contract/files.ts';
import type { Upload } from '../../../schemas/wire/route.ts';
import { FormParts, mostFieldBytes, mostFields, notWhole } from './form-parts.ts';

const formType = /^multipart\/form-data[\t ]*;/i;
const identity = /^identity$/i;

/**
 * A form with a file on its way in. Nothing of it is read before whoever answers asks for it, so that he may refuse at the door; the file goes to
 * the disk as it comes, and has gone from there when the call is answered, unless it was kept.
 */
export class FormUpload {
  readonly #request: IncomingMessage;
  readonly #terms: Upload;
  readonly #path: string;
  #received: Promise<Outcome<ReceivedForm>> | null = null;
  #isEnded = false;

  constructor(request: IncomingMessage, terms: Upload, path: string) {
    this.#request = request;
    this.#terms = terms;
    this.#path = path;
  }

  /** REQUEST_TOO_LARGE at the byte that is one too many, REQUEST_UNSUPPORTED_TYPE, REQUEST_INVALID. */
  receive(): Promise<Outcome<ReceivedForm>> {
    this.#received ??= this.#isEnded ? Promise.resolve(notWhole) : this.#read();
    return this.#received;
  }

  /** Removes the file, and lets what still comes run out, up to as much again, so that the answer is read. False: more would come. */
  async end(): Promise<boolean> {
    this.#isEnded = true;
    const isWhole = await runOut(this.#request, this.#terms.mostBytes + mostFieldBytes);
    await this.#received?.catch(() => undefined);
    await rm(this.#path, { force: true });
    return isWhole;
  }

  async #read(): Promise<Outcome<ReceivedForm>> {
    const { headers } = this.#request;
    const parser = parserOf(headers, this.#terms);
    if (parser === null) return refused('REQUEST_UNSUPPORTED_TYPE');
    const { mostBytes } = this.#terms;
    const limit = mostBytes + mostFieldBytes;
    if (Number(headers['content-length']) > limit) return refused('REQUEST_TOO_LARGE', { limit: mostBytes });
    const parts = new FormParts(this.#terms, this.#path);
    const stop = this.#feed(parser, parts, limit);
    try {
      const outcome = await parts.ended;
      return outcome.ok ? accepted({ fields: parts.fields, file: await parts.file() }) : outcome;
    } finally {
      stop();
      await parts.stop();
    }
  }

  #feed(parser: Busboy, parts: FormParts, limit: number): () => void {
    const request = this.#request;
    let received = 0;
    const onData = (chunk: Buffer): void => {
      received += chunk.length;
      if (received > limit) parts.settle(refused('REQUEST_TOO_LARGE', { limit: this.#terms.mostBytes }));
    };
    const onCut = (): void => {
      if (!request.complete) parts.settle(notWhole);
    };
    const onOdd = (): void => parts.settle(notWhole);
    parser
      .on('field', (name, value, _cutName, isCut) => parts.takeField(name ?? '', value, isCut))
      .on('file', (field, stream, name) => parts.takeFile(field ?? '', stream, name ?? ''))
      .on('partsLimit', onOdd)
      .on('fieldsLimit', onOdd)
      .on('filesLimit', onOdd)
      .on('error', onOdd)
      .on('finish', () => parts.settle(accepted(null)));
    request.on('data', onData).on('close', onCut).on('error', onCut).pipe(parser);
    return () => {
      request.unpipe(parser);
      request.off('data', onData).off('close', onCut).off('error', onCut);
    };
  }
}

/** Null: the body is no form. */
function parserOf(
  { 'content-type': type, 'content-encoding': encoding, ...headers }: IncomingHttpHeaders,
  { mostBytes }: Upload,
): Busboy | null {
  if (type === undefined || !formType.test(type) || (encoding !== undefined && !identity.test(encoding))) return null;
  const limits = {
    ...{ fileSize: mostBytes, files: 1, fields: mostFields, parts: mostFields + 1 },
    ...{ fieldNameSize: 100, fieldSize: mostFieldBytes, headerPairs: 20, headerSize: 8 * 1024 },
  };
  try {
    return new Busboy({ headers: { ...headers, 'content-type': type }, limits });
  } catch {
    // There is no boundary in the type.
    return null;
  }
}

/** Throws away what comes until the end or `most` more bytes. */
function runOut(request: IncomingMessage, most: number): Promise<boolean> {
  if (request.complete || request.destroyed) return Promise.resolve(request.complete);
  return new Promise((resolve) => {
    let left = most;
    const onData = (chunk: Buffer): void => {
      left -= chunk.length;
      if (left < 0) end();
    };
    const end = (): void => {
      request.off('data', onData).off('end', end).off('close', end).off('error', end);
      request.resume();
      resolve(request.complete);
    };
    request.on('data', onData).on('end', end).on('close', end).on('error', end);
    request.resume();
  });
}
