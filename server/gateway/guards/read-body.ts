import type { IncomingMessage } from 'node:http';
import { accepted, type Outcome, refused } from '../../../core/contract/app-error.ts';
import { parseJsonBody } from './json-body.ts';
import { mostInMemory, type Uploads } from './uploads.ts';

export interface BodyLimits {
  readonly bytes: number;
  readonly jsonDepth: number;
}

/** JSON is UTF-8 by its standard; whoever names another charset means other bytes than we would read. */
const jsonType = /^application\/json[\t ]*(;[\t ]*charset=("utf-8"|utf-8)[\t ]*)?$/i;

const identity = /^identity$/i;

/**
 * Reads and parses a call's JSON body, one that may be large through a file; undefined when there is none. Fastify's own parsers bind an AsyncResource for each request,
 * which on Node 20 makes hidden classes that only a full garbage collection frees: a tenth of an order's cost.
 */
export function readBody(request: IncomingMessage, limits: BodyLimits, uploads: Uploads | undefined): Promise<Outcome<unknown>> {
  const { 'content-length': length, 'content-type': type, 'transfer-encoding': transfer, 'content-encoding': encoding } = request.headers;
  if (transfer === undefined && (length === undefined || length === '0')) return Promise.resolve(accepted(undefined));
  if (type === undefined || !jsonType.test(type) || (encoding !== undefined && !identity.test(encoding)))
    return Promise.resolve(refused('REQUEST_UNSUPPORTED_TYPE'));
  const read =
    uploads !== undefined && limits.bytes > mostInMemory ? uploads.read(request, limits.bytes) : readBytes(request, limits.bytes);
  return read.then((bytes) => (bytes.ok ? parseJsonBody(bytes.value, limits.jsonDepth) : bytes));
}

/** A body as it comes, up to a limit. */
export function readBytes(request: IncomingMessage, limit: number): Promise<Outcome<Buffer>> {
  if (Number(request.headers['content-length']) > limit) return Promise.resolve(refused('REQUEST_TOO_LARGE', { limit }));
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let received = 0;
    const onData = (chunk: Buffer): void => {
      received += chunk.length;
      chunks.push(chunk);
      if (received > limit) end(refused('REQUEST_TOO_LARGE', { limit }));
    };
    const onEnd = (): void => end(accepted(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)));
    const onCut = (): void => end(refused('REQUEST_NOT_JSON'));
    const end = (outcome: Outcome<Buffer>): void => {
      request.off('data', onData).off('end', onEnd).off('error', onCut).off('close', onCut);
      resolve(outcome);
    };
    request.on('data', onData).on('end', onEnd).on('error', onCut).on('close', onCut);
  });
}
