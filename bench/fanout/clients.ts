import { connect, type Socket } from 'node:net';
import { FrameReader } from './frame-reader.ts';

/**
 * Child process: opens many raw sockets, subscribes each to its share of the topics, and reads. A few of them are probes that
 * look into the messages and note their age. Talks to the bench over IPC.
 */
const [port = '', path = '', count = '', perClient = '', topicCount = ''] = process.argv.slice(2);
const probeCount = 20;

let ages: number[] = [];
let probeMessages = 0;
let bytes = 0;

const nowMs = (): number => performance.timeOrigin + performance.now();

/** Small client frames; the mask is zero, which the protocol allows. */
function frame(opcode: number, text: string): Buffer {
  const payload = Buffer.from(text);
  const length = payload.length;
  const head = length < 126 ? [0x80 | opcode, 0x80 | length] : [0x80 | opcode, 0xfe, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([...head, 0, 0, 0, 0]), payload]);
}

function note(text: string): void {
  const now = nowMs();
  const parsed: unknown = JSON.parse(text);
  for (const message of Array.isArray(parsed) ? parsed : [parsed]) {
    const time = (message as { d?: { time?: number } }).d?.time;
    if (time === undefined || time === 0) continue;
    probeMessages++;
    ages.push(now - time);
  }
}

function open(index: number): Promise<Socket> {
  const socket = connect(Number(port), '127.0.0.1');
  socket.setNoDelay(true);
  const isProbe = index < probeCount;
  const topics = Array.from({ length: Number(perClient) }, (_, i) => `ticker:bench/T${(index + i * 7) % Number(topicCount)}/spot`);
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
  );
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.once('data', () => {
      const reader = new FrameReader({
        text: isProbe ? note : null,
        ping: () => socket.write(frame(10, '')),
      });
      socket.on('data', (data) => {
        bytes += data.length;
        reader.read(data);
      });
      socket.write(frame(1, JSON.stringify({ op: 'subscribe', id: 1, topics })));
      resolve(socket);
    });
  });
}

process.on('message', (message) => {
  if (message === 'reset') {
    ages = [];
    probeMessages = 0;
    bytes = 0;
  } else if (message === 'read') {
    ages.sort((a, b) => a - b);
    const at = (share: number): number => ages[Math.min(ages.length - 1, Math.floor(ages.length * share))] ?? 0;
    process.send?.({ p50Ms: at(0.5), p99Ms: at(0.99), probeMessages, probes: Math.min(probeCount, Number(count)), bytes });
  } else process.exit(0);
});

for (let index = 0; index < Number(count); index += 100) {
  const batch = Array.from({ length: Math.min(100, Number(count) - index) }, (_, i) => open(index + i));
  await Promise.all(batch);
}
process.send?.('ready');
