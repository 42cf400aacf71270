import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface S3ServerOptions {
  readonly bucket: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

const sha256 = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const escaped = (text: string): string => text.replace(/[&<>]/g, (letter) => `&#${letter.charCodeAt(0)};`);
/** As a canonical request has it. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);

/** A bucket in memory that speaks the few calls of S3 which a backup needs, and takes none whose signature (version 4) is not right. */
export class S3Server {
  readonly objects = new Map<string, Buffer>();
  /** Names in the order in which they came. */
  readonly stored: string[] = [];
  /** Objects of one answer of a list. */
  pageSize = 3;
  readonly #options: S3ServerOptions;
  readonly #server: Server;
  readonly #uploads = new Map<string, Map<number, Buffer>>();

  private constructor(options: S3ServerOptions) {
    this.#options = options;
    this.#server = createServer((request, response) => {
      this.#serve(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
    });
  }

  static async start(options: S3ServerOptions): Promise<S3Server> {
    const server = new S3Server(options);
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts);
    const url = new URL(request.url ?? '/', this.endpoint);
    const refused = this.#refusal(request, url, body);
    if (refused !== null) {
      answer(response, 403, `<Error><Code>${refused}</Code><Message>no</Message></Error>`);
      return;
    }
    const [, bucket, ...rest] = decodeURIComponent(url.pathname).split('/');
    if (bucket !== this.#options.bucket)
      return answer(response, 404, '<Error><Code>NoSuchBucket</Code><Message>no such bucket</Message></Error>');
    const key = rest.join('/');
    if (key !== '') this.#object(request.method ?? '', key, url, body, response);
    else if (request.method === 'POST') this.#deleteAll(body, response);
    else this.#list(url, response);
  }

  #object(method: string, key: string, url: URL, body: Buffer, response: ServerResponse): void {
    const upload = url.searchParams.get('uploadId');
    if (method === 'GET') {
      const found = this.objects.get(key);
      if (found === undefined) {
        answer(response, 404, '<Error><Code>NoSuchKey</Code><Message>no such key</Message></Error>');
        return;
      }
      response.writeHead(200, { 'Content-Length': found.length }).end(found);
      return;
    }
    if (method === 'POST' && url.searchParams.has('uploads')) {
      this.#uploads.set(key, new Map());
      answer(response, 200, `<InitiateMultipartUploadResult><UploadId>u-${encoded(key)}</UploadId></InitiateMultipartUploadResult>`);
      return;
    }
    if (method === 'PUT' && upload !== null) {
      this.#uploads.get(key)?.set(Number(url.searchParams.get('partNumber')), body);
      response.writeHead(200, { ETag: `"${sha256(body).slice(0, 32)}"` }).end();
      return;
    }
    if (method === 'POST' && upload !== null) {
      const parts = [...(this.#uploads.get(key) ?? [])].sort(([a], [b]) => a - b).map(([, part]) => part);
      this.#store(key, Buffer.concat(parts));
      answer(response, 200, '<CompleteMultipartUploadResult><ETag>"e"</ETag></CompleteMultipartUploadResult>');
      return;
    }
    if (method === 'PUT') {
      this.#store(key, body);
      response.writeHead(200, { ETag: '"e"' }).end();
      return;
    }
    answer(response, 405, '<Error><Code>MethodNotAllowed</Code><Message>no</Message></Error>');
  }

  #store(key: string, body: Buffer): void {
    this.objects.set(key, body);
    this.stored.push(key);
  }

  #list(url: URL, response: ServerResponse): void {
    const prefix = url.searchParams.get('prefix') ?? '';
    const after = url.searchParams.get('continuation-token') ?? '';
    const names = [...this.objects.keys()].filter((name) => name.startsWith(prefix) && name > after).toSorted();
    const page = names.slice(0, this.pageSize);
    const next = names.length > page.length ? `<NextContinuationToken>${escaped(page.at(-1) ?? '')}</NextContinuationToken>` : '';
    const contents = page.map((name) => `<Contents><Key>${escaped(name)}</Key></Contents>`).join('');
    answer(response, 200, `<ListBucketResult><IsTruncated>${next !== ''}</IsTruncated>${contents}${next}</ListBucketResult>`);
  }

  #deleteAll(body: Buffer, response: ServerResponse): void {
    for (const [, key = ''] of body.toString().matchAll(/<Key>([^<]*)<\/Key>/g)) this.objects.delete(key);
    answer(response, 200, '<DeleteResult></DeleteResult>');
  }

  /** The code with which it is refused; null: it is signed with the key. */
  #refusal(request: IncomingMessage, url: URL, body: Buffer): string | null {
    const [, id, day, region, signed, signature] =
      /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([\w-]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
        request.headers.authorization ?? '',
      ) ?? [];
    if (id !== this.#options.accessKey) return 'InvalidAccessKeyId';
    const content = String(request.headers['x-amz-content-sha256']);
    if (/^[0-9a-f]{64}$/.test(content) && content !== sha256(body)) return 'XAmzContentSHA256Mismatch';
    const headers = (signed ?? '').split(';');
    const query = [...url.searchParams].map(([name, value]) => `${encoded(name)}=${encoded(value)}`).toSorted();
    const canonical = [
      request.method,
      url.pathname,
      query.join('&'),
      ...headers.map((name) => `${name}:${String(request.headers[name]).trim()}`),
      '',
      signed,
      content,
    ].join('\n');
    const scope = `${day}/${region}/s3/aws4_request`;
    const text = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, sha256(canonical)].join('\n');
    const key = [day ?? '', region ?? '', 's3', 'aws4_request'].reduce<string | Buffer>(
      (from, part) => hmac(from, part),
      `AWS4${this.#options.secretKey}`,
    );
    return hmac(key, text).toString('hex') === signature ? null : 'SignatureDoesNotMatch';
  }
}

function answer(response: ServerResponse, status: number, xml: string): void {
  response.writeHead(status, { 'Content-Type': 'application/xml' }).end(`<?xml version="1.0" encoding="UTF-8"?>${xml}`);
}
