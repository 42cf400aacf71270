import { WebSocket } from 'ws';
import {
  type Network,
  NetworkFailure,
  type NetworkReply,
  type NetworkRequest,
  type NetworkSocket,
  type SocketListener,
  type SocketOptions,
} from '../../core/contract/network.ts';
import type { Clock } from '../../core/contract/server-services.ts';
import type { LeaseProof } from '../leases/held-lease.ts';
import { allowedAddress } from './allowed-address.ts';
import { hasLeft } from './has-left.ts';

const defaultTimeoutMs = 10_000;
/** An answer or a message that is longer is an error: nothing that an exchange says is. */
const longestBytes = 32 * 1024 ** 2;

/**
 * The network of one venue: its `hosts` and nothing else, and nothing once another server has taken over: no statement of a database checks
 * the lease where an exchange is elsewhere, so it is asked before each request. Only between that answer and the sending can it still be lost.
 */
export class OpenNetwork implements Network {
  readonly #hosts: readonly string[];
  readonly #clock: Clock;
  readonly #lease: LeaseProof;
  readonly #sockets = new Set<WebSocket>();
  readonly #ending = new AbortController();

  constructor(hosts: readonly string[], clock: Clock, lease: LeaseProof) {
    this.#hosts = hosts;
    this.#clock = clock;
    this.#lease = lease;
  }

  async fetch(address: string, { timeoutMs = defaultTimeoutMs, ...request }: NetworkRequest = {}): Promise<NetworkReply> {
    const url = allowedAddress(address, ['https:', 'http:'], this.#hosts);
    const late = new AbortController();
    const signal = AbortSignal.any([late.signal, this.#ending.signal]);
    const stop = this.#clock.after(timeoutMs, () => late.abort(new Error(`no answer within ${timeoutMs} ms`)));
    try {
      await this.#admit(url, signal);
      const { method = 'GET', headers = {}, body = null } = request;
      const reply = await fetch(url, { method, headers, body, signal, redirect: 'manual', credentials: 'omit' });
      return { status: reply.status, headers: Object.fromEntries(reply.headers), text: await shortText(reply) };
    } catch (error) {
      throw error instanceof NetworkFailure ? error : failureOf(url, error);
    } finally {
      stop();
    }
  }

  connect(address: string, listener: SocketListener, { headers = {}, silenceMs = defaultTimeoutMs }: SocketOptions = {}): NetworkSocket {
    const url = allowedAddress(address, ['wss:', 'ws:'], this.#hosts);
    const options = { headers, maxPayload: longestBytes, handshakeTimeout: silenceMs, followRedirects: false };
    const socket = new WebSocket(url, options);
    this.#sockets.add(socket);
    let reason = '';
    let isSilent = false;
    const heard = (): void => {
      isSilent = false;
    };
    const stop = this.#clock.every(silenceMs, () => {
      if (socket.readyState !== WebSocket.OPEN) return;
      if (isSilent) {
        reason ||= `silent for ${silenceMs} ms`;
        return socket.terminate();
      }
      isSilent = true;
      socket.ping();
    });
    let isClosed = false;
    socket.on('open', () => isClosed || listener.opened?.());
    socket.on('pong', heard);
    socket.on('ping', heard);
    socket.on('message', (data) => {
      heard();
      if (!isClosed) listener.message(String(data));
    });
    socket.on('error', (error) => {
      reason ||= error.message;
    });
    socket.on('close', (code, text) => {
      stop();
      this.#sockets.delete(socket);
      listener.ended(reason || String(text) || `closed with ${code}`);
    });
    return {
      send: (text) => {
        if (isClosed || socket.readyState !== WebSocket.OPEN) return false;
        // Whoever may have lost the lease is like a line that broke: the venue opens it again, when it may.
        if (!this.#lease.isSure()) {
          reason ||= 'it is not sure that this server still holds the exchanges';
          socket.terminate();
          return false;
        }
        socket.send(text);
        return true;
      },
      close: () => {
        isClosed = true;
        socket.terminate();
      },
    };
  }

  async #admit({ host }: URL, signal: AbortSignal): Promise<void> {
    try {
      await Promise.race([this.#lease.confirm(), aborted(signal)]);
      signal.throwIfAborted();
    } catch (error) {
      throw new NetworkFailure(`${host}: nothing was sent: ${error instanceof Error ? error.message : String(error)}`, false, error);
    }
  }

  /** Ends what is under way, once the plugin has stopped. */
  close(): void {
    this.#ending.abort(new Error('the venue has stopped'));
    for (const socket of this.#sockets) socket.terminate();
  }
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));

async function shortText(reply: Response): Promise<string> {
  const decoder = new TextDecoder();
  let bytes = 0;
  let text = '';
  for await (const chunk of reply.body ?? []) {
    bytes += (chunk as Uint8Array).byteLength;
    if (bytes > longestBytes) throw new Error(`the answer is longer than ${longestBytes} bytes`);
    text += decoder.decode(chunk as Uint8Array, { stream: true });
  }
  return text + decoder.decode();
}

/** Names host and reason and no more: the path and the query of a request may hold a signature. */
function failureOf({ host }: URL, error: unknown): NetworkFailure {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const { code = '' } = cause as { readonly code?: string };
  const why = cause instanceof Error ? cause.message || code : String(cause);
  return new NetworkFailure(`${host}: ${why}`, hasLeft(cause));
}
