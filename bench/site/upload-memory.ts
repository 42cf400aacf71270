import { connect } from 'node:net';
import { httpBase } from '../../schemas/wire/index.ts';
import { liveBytes } from '../../tests/kit/live-bytes.ts';
import { solved } from '../../tests/kit/servers/http-client.ts';
import { pluginSource, startTestServer } from '../../tests/kit/servers/test-server.ts';
import { type Figure, figure } from '../figure.ts';

const mebibyte = 2 ** 20;
const pieceBytes = 64 * 1024;

/** Heap and buffers of the process while a resume of the largest size comes in, above what was held before, garbage included. */
export async function uploadMemory(goalMb: number): Promise<Figure[]> {
  const server = await startTestServer({ plugins: ['venue-house', 'service-inbox'].map(pluginSource) });
  try {
    const form = new FormData();
    for (const [name, value] of Object.entries({ job: 'engineer', name: 'Bo Chan', phone: '+85255550101', email: 'bo@mail.example' }))
      form.append(name, value);
    const file = Buffer.alloc(10 * mebibyte, 'x');
    file.write('%PDF-1.7\n');
    file.write('%%EOF\n', file.length - 6);
    form.append('resume', new Blob([new Uint8Array(file)]), 'cv.pdf');
    const sent = new Response(form);
    const type = sent.headers.get('content-type') ?? '';
    const body = Buffer.from(await sent.arrayBuffer());
    const query = new URLSearchParams(await solved(await server.guest().call('formCaptcha')));
    const before = liveBytes();
    let most = before;
    const look = (): void => {
      const { heapUsed, arrayBuffers } = process.memoryUsage();
      most = Math.max(most, heapUsed + arrayBuffers);
    };
    const socket = connect(server.port, '127.0.0.1');
    const answered = new Promise<string>((resolve, reject) => {
      socket.once('data', (data) => resolve(data.toString()));
      socket.once('error', reject);
    });
    const head = `POST ${httpBase}/client/base/application/career?${query} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n`;
    socket.write(`${head}Content-Length: ${body.length}\r\nContent-Type: ${type}\r\n\r\n`);
    for (let at = 0; at < body.length; at += pieceBytes) {
      if (!socket.write(body.subarray(at, at + pieceBytes))) await new Promise((resolve) => socket.once('drain', resolve));
      look();
    }
    const reply = await answered;
    look();
    if (!reply.includes('200 OK')) throw new Error(`the application was not taken: ${reply}`);
    return [figure('site: memory while 10 MB come in', (most - before) / mebibyte, 'MiB', goalMb)];
  } finally {
    await server.close();
  }
}
