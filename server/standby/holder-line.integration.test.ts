import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import type { ProcessRecord } from '../store/leases/lease-store.ts';
import { HolderLine } from './holder-line.ts';

const closing: (() => unknown)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function listening(handle: RequestListener): Promise<number> {
  const server = createServer(handle);
  closing.push(() => server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

it.each([
  'DELETE',
  'GET',
  'POST',
])('sends on the body of a %s that comes in pieces as a body, and nothing of it as more calls', async (method) => {
  const heard: string[] = [];
  const holder = await listening((request, response) => {
    let text = '';
    request.on('data', (data) => {
      text += data;
    });
    request.on('end', () => {
      heard.push(`${request.method} ${request.url} ${text}`);
      response.end('well');
    });
  });
  const line = new HolderLine();
  line.follow({ processId: 'holder', address: `http://127.0.0.1:${holder}` } as ProcessRecord);
  const near = await listening((request, response) => line.forward(request, response, '203.0.113.7', () => response.writeHead(503).end()));
  const body = 'GET /more HTTP/1.1\r\n\r\n';
  const head = `${method} /kit/v3/order HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n`;
  const answer = await new Promise<string>((resolve) => {
    let text = '';
    const socket = connect(near, '127.0.0.1', () => socket.write(`${head}${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`));
    socket.on('data', (data) => {
      text += data;
    });
    socket.on('close', () => resolve(text));
  });
  expect(heard).toEqual([`${method} /kit/v3/order ${body}`]);
  expect(answer).toContain('HTTP/1.1 200');
});
