import type { RouteName } from '../../../schemas/wire/index.ts';
import type { Envelope, Route } from '../../../schemas/wire/route.ts';
import { AppError, type Outcome } from '../../contract/app-error.ts';
import type { Api } from '../../contract/client-services.ts';
import { type ErrorCode, errorCodeOf } from '../../contract/error-catalogue.ts';
import type { CallOptions, DownloadOptions } from '../../contract/route-calls.ts';
import { askedInWire, toldInHouse } from '../wire/calls.ts';
import { type CallRoute, callRoute } from './call-route.ts';
import type { RouteTable } from './route-table.ts';
import type { ServerTime } from './server-time.ts';

const httpTimeoutMs = 20_000;

export interface ApiOptions {
  /** Base path, `/sapi`. */
  readonly base: string;
  readonly routes: RouteTable;
  /** Those that are seldom called, loaded with the first of them. */
  readonly lateRoutes?: () => Promise<RouteTable>;
  /** Token of the session, or null for a guest. */
  readonly token: () => string | null;
  readonly fetch: typeof fetch;
  readonly timeoutMs?: number;
  /** Learns the server's clock from its answers; without it no call is dated. */
  readonly serverTime?: ServerTime;
  /** Told when the server no longer knows the session. */
  readonly onSessionLost?: () => void;
  /** True once the person has signed in again after that: what was asked for is asked for again. */
  readonly returned?: () => Promise<boolean>;
  /** Asks the person to prove that it is still he, as a call wants it; true: he has, and the call is made again. */
  readonly confirm?: () => Promise<boolean>;
}

type LooseInput = { readonly query?: unknown; readonly body?: unknown };

const fail = (code: ErrorCode, params = {}, cause?: unknown): Outcome<never> => ({ ok: false, error: new AppError(code, params, cause) });

/** Characters of a body that may outlive its page; longer ones would use up the browser's allowance. */
const keepaliveLength = 32_000;

/** Calls the server: base path, token, time-out, envelope and words in one place. Nothing throws; every failure is an error of the catalogue. */
export class ApiClient {
  readonly #options: ApiOptions;
  /** Shaped as {@link Api}; the input's exact type is checked at the call. */
  readonly call: Api['call'];
  readonly of: Api['of'];
  readonly send: Api['send'];
  readonly download: Api['download'];

  constructor(options: ApiOptions) {
    this.#options = options;
    this.call = (async (name: RouteName, input: LooseInput, options?: CallOptions) => {
      const outcome = await this.#confirmed(name, this.#known(name) ?? (await this.#late(name)), askedInWire(name, input), options);
      return outcome.ok ? { ok: true, value: toldInHouse(name, outcome.value) } : outcome;
    }) as Api['call'];
    this.send = (async (name: RouteName, form: FormData) =>
      this.#call(name, this.#known(name) ?? (await this.#late(name)), { body: form })) as Api['send'];
    this.of = ((routes: Readonly<Record<string, Route | undefined>>) => ({
      call: (name: string, input: LooseInput) => this.#confirmed(name, routes[name] && callRoute(routes[name]), input),
    })) as unknown as Api['of'];
    this.download = (name, input, download) => this.#download(name, input, download ?? {});
  }

  /** At hand: a call of it leaves before its caller goes on, also from a page that is closing. */
  #known(name: RouteName): CallRoute | undefined {
    return this.#options.routes[name];
  }

  /** 'unloaded': those that come late could not be had. */
  async #late(name: RouteName): Promise<CallRoute | 'unloaded' | undefined> {
    return this.#options.lateRoutes?.().then(
      (late) => late[name],
      () => 'unloaded',
    );
  }

  /** Without a time-out: a long table takes its time, and whoever waits sees the rows come. */
  async #download(
    name: RouteName,
    input: LooseInput,
    { signal, onRows }: DownloadOptions,
    isConfirmed = false,
  ): Promise<Outcome<Blob> | null> {
    const { base, fetch: send, token } = this.#options;
    const route = this.#known(name) ?? (await this.#late(name));
    if (route === 'unloaded') return fail('CLIENT_OFFLINE');
    if (route === undefined) return fail('ROUTE_UNKNOWN', { path: name });
    const sessionToken = token();
    if (sessionToken === null) return fail('SESSION_MISSING');
    try {
      const init: RequestInit = { method: route.method, headers: { authorization: sessionToken }, signal: signal ?? null };
      const response = await send(`${base}${route.path}${queryText(askedInWire(name, input).query)}`, init);
      const type = response.headers.get('content-type') ?? '';
      if (type === 'application/octet-stream') return { ok: true, value: await readLines(response, type, onRows) };
      if (!type.startsWith('text/csv')) {
        const refusal = readEnvelope(response, await response.text());
        if (!refusal.ok && refusal.error.code === 'CONFIRMATION_NEEDED' && !isConfirmed && (await this.#options.confirm?.()) === true)
          return this.#download(name, input, { signal, onRows }, true);
        return refusal.ok ? fail('SERVER_FAILURE', { requestId: response.headers.get('x-request-id') ?? '-' }) : refusal;
      }
      return { ok: true, value: await readLines(response, 'text/csv;charset=utf-8', onRows) };
    } catch (cause) {
      return signal?.aborted === true ? null : fail('CLIENT_OFFLINE', {}, cause);
    }
  }

  /** What was typed stays where it is while the person is asked. */
  async #confirmed(
    name: string,
    route: CallRoute | 'unloaded' | undefined,
    input: LooseInput,
    options?: CallOptions,
  ): Promise<Outcome<unknown>> {
    const outcome = await this.#call(name, route, input, options);
    if (outcome.ok || outcome.error.code !== 'CONFIRMATION_NEEDED') return outcome;
    const isConfirmed = (await this.#options.confirm?.()) ?? false;
    return isConfirmed ? this.#call(name, route, input, options) : outcome;
  }

  async #call(
    name: string,
    route: CallRoute | 'unloaded' | undefined,
    input: LooseInput,
    { signal }: CallOptions = {},
  ): Promise<Outcome<unknown>> {
    const { base, fetch: send, token, timeoutMs = httpTimeoutMs, serverTime } = this.#options;
    if (route === 'unloaded') return fail('CLIENT_OFFLINE');
    if (route === undefined) return fail('ROUTE_UNKNOWN', { path: name });
    const sessionToken = token();
    if (route.session && sessionToken === null) return fail('SESSION_MISSING');

    const headers: Record<string, string> = {};
    if (sessionToken !== null) headers.authorization = sessionToken;
    const late = AbortSignal.timeout(timeoutMs);
    const init: RequestInit = { method: route.method, headers, signal: signal === undefined ? late : AbortSignal.any([signal, late]) };
    if (input.body instanceof FormData) init.body = input.body;
    else if (input.body !== undefined) {
      headers['content-type'] = 'application/json';
      const body = JSON.stringify(input.body);
      init.body = body;
      // A save under way outlives the page that sent it; browsers allow 64 KiB of such calls together.
      init.keepalive = body.length < keepaliveLength;
    }
    const notAfterMs = route.dated === true ? (serverTime?.in(timeoutMs) ?? null) : null;
    if (notAfterMs !== null) headers['x-not-after'] = String(notAfterMs);
    // Whoever asks what became of it has to know until when it may still arrive.
    const dated = (outcome: Outcome<unknown>): Outcome<unknown> =>
      outcome.ok || notAfterMs === null ? outcome : fail(outcome.error.code, { ...outcome.error.params, notAfterMs }, outcome.error.cause);
    const sentMs = serverTime?.elapsedMs() ?? 0;
    let response: Response;
    let text: string;
    try {
      response = await send(`${base}${route.path}${queryText(input.query)}`, init);
      const serverMs = Number(response.headers.get('x-server-time'));
      if (serverMs > 0) serverTime?.heard(serverMs, sentMs);
      text = await response.text();
    } catch (cause) {
      const timedOut =
        signal?.aborted !== true && cause instanceof DOMException && (cause.name === 'TimeoutError' || cause.name === 'AbortError');
      return dated(
        timedOut ? fail('CLIENT_TIMEOUT', { timeoutS: Math.round(timeoutMs / 1000) }, cause) : fail('CLIENT_OFFLINE', {}, cause),
      );
    }
    const outcome = readEnvelope(response, text);
    if (!outcome.ok && outcome.error.isOutcomeOpen) return dated(outcome);
    if (!outcome.ok && (outcome.error.code === 'SESSION_INVALID' || outcome.error.code === 'SESSION_MISSING')) {
      if (sessionToken !== null && sessionToken === token()) this.#options.onSessionLost?.();
      // An order is for its moment alone: whoever is back decides anew.
      if (sessionToken !== null && route.dated !== true && (await this.#options.returned?.()) === true)
        return this.#call(name, route, input, { signal });
    }
    return outcome;
  }
}

const lineEnd = 10;

/** Reads a table to its end; a connection that breaks before rejects, so that half a table is never taken for a whole one. */
/** The first line is no row. */
async function readLines(response: Response, type: string, onRows?: (rows: number) => void): Promise<Blob> {
  const pieces: BlobPart[] = [];
  let lines = 0;
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    pieces.push(part.value);
    for (const byte of part.value) if (byte === lineEnd) lines++;
    onRows?.(Math.max(0, lines - 1));
  }
  return new Blob(pieces, { type });
}

function queryText(query: unknown): string {
  if (query === undefined || query === null) return '';
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) if (value !== undefined) search.set(key, String(value));
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

/** A proxy that answers for a dead server sends HTML or nothing: that is an unreachable server, not a reply. */
function readEnvelope(response: Response, text: string): Outcome<unknown> {
  let envelope: Envelope<unknown>;
  try {
    envelope = JSON.parse(text) as Envelope<unknown>;
  } catch (cause) {
    return response.ok
      ? fail('SERVER_FAILURE', { requestId: response.headers.get('x-request-id') ?? '-' }, cause)
      : fail('CLIENT_OFFLINE', {}, cause);
  }
  if (envelope.code === 200) return { ok: true, value: envelope.data };
  const code = errorCodeOf(envelope.code);
  if (code === null) return fail('SERVER_FAILURE', { requestId: response.headers.get('x-request-id') ?? '-' });
  return fail(code, envelope.params ?? {});
}
