import { type Token, token } from './token.ts';

export interface NetworkRequest {
  /** Default GET. */
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** From the call to the last byte of the answer. Default 10 000. */
  readonly timeoutMs?: number;
}

export interface NetworkReply {
  readonly status: number;
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

export interface SocketOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** How long the other side may be silent, also before it opens: then it is asked for a sign, and after the same time again given up. Default 10 000. */
  readonly silenceMs?: number;
}

/** News of one socket, in order; `ended` comes once and last. */
export interface SocketListener {
  opened?(): void;
  message(text: string): void;
  ended(reason: string): void;
}

export interface NetworkSocket {
  /** Before it is open and after its end nothing is sent: false then. It ends where this server may have lost the exchanges to another. */
  send(text: string): boolean;
  /** Ends it; its listener hears no more but `ended`. */
  close(): void;
}

/**
 * The way out of the house: only to hosts that the manifest of the venue names in `hosts`, encrypted except to this machine itself, and never
 * for longer than a time-out.
 */
export interface Network {
  /**
   * Any answer, whatever its status. Rejects with {@link NetworkFailure} for want of one: then nobody knows whether the request arrived,
   * unless its `isSent` is false: so it is once another server has taken over, and while the database cannot say. Redirects are answers and not
   * followed.
   */
  fetch(url: string, request?: NetworkRequest): Promise<NetworkReply>;
  /** A web socket. One that cannot be opened ends. */
  connect(url: string, listener: SocketListener, options?: SocketOptions): NetworkSocket;
}

/** There was no answer. */
export class NetworkFailure extends Error {
  /** False when the request has certainly not left the house. */
  readonly isSent: boolean;

  constructor(message: string, isSent: boolean, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.name = 'NetworkFailure';
    this.isSent = isSent;
  }
}

/** Given to plugins of kind `venue` alone. */
export const NETWORK: Token<Network> = token<Network>('tessera.network', 'The way to the hosts that the manifest names; for venues alone');
