import { createServer, type OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppError } from '../../core/contract/app-error.ts';
import { errorBody } from '../gateway/envelope.ts';
import type { ProcessRecord } from '../store/lease-store.ts';

export interface Standby {
  readonly port: number;
  /** Whom it points to. */
  follow(holder: ProcessRecord): void;
  close(): Promise<void>;
}

/**
 * What a server answers while another one holds the exchanges: that it is well and stands by, and where the other is. Pages are sent
 * there, calls are refused with its address; nothing is answered from what this process cannot know.
 */
export async function openStandby(host: string, port: number): Promise<Standby> {
  let at = '';
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://standby');
    const send = (status: number, headers: OutgoingHttpHeaders, body: string): void => {
      response.writeHead(status, { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', ...headers }).end(body);
    };
    const json = { 'content-type': 'application/json; charset=utf-8' };
    if (pathname === '/healthz') send(200, json, JSON.stringify({ status: 'standby', at }));
    else if (request.method === 'GET' && (request.headers.accept ?? '').includes('text/html')) {
      send(307, { location: `${at}${pathname}${search}` }, '');
    } else send(503, json, errorBody(new AppError('SERVER_STANDBY', { address: at })));
  });
  server.on('upgrade', (_request, socket) => socket.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\r\n'));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    follow: ({ address }) => {
      at = address;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
