import { connect, type Socket } from 'node:net';
import { socketBase } from '../../../schemas/wire/index.ts';

/** A WebSocket client that keeps no rule: sends any bytes, reads or does not read. */
export class RawSocket {
  readonly socket: Socket;
  /** Close code of the server's close frame, or null. */
  closeCode: number | null = null;
  #received = Buffer.alloc(0);
  readonly #ended: Promise<void>;

  private constructor(socket: Socket) {
    this.socket = socket;
    this.#ended = new Promise((resolve) => socket.once('close', () => resolve()));
    socket.on('error', () => socket.destroy());
  }

  static async open(port: number, path = '/stream'): Promise<RawSocket> {
    const socket = connect(port, '127.0.0.1');
    const raw = new RawSocket(socket);
    const head = [
      `GET ${socketBase}${path} HTTP/1.1`,
      'Host: 127.0.0.1',
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    await new Promise<void>((resolve, reject) => {
      socket.once('close', () => reject(new Error('closed before the upgrade')));
      socket.once('data', (data) => (data.toString().includes(' 101 ') ? resolve() : reject(new Error(data.toString()))));
    });
    socket.on('data', (data) => raw.#read(data));
    return raw;
  }

  /** Sends a frame; `masked` false breaks the rule for clients. */
  frame(opcode: number, payload: Buffer, { masked = true, final = true } = {}): void {
    const length = payload.length;
    const header =
      length < 126
        ? Buffer.from([0, length])
        : length < 65_536
          ? Buffer.from([0, 126, length >> 8, length & 255])
          : Buffer.from([0, 127, 0, 0, 0, 0, (length >> 24) & 255, (length >> 16) & 255, (length >> 8) & 255, length & 255]);
    header[0] = (final ? 0x80 : 0) | opcode;
    if (masked) header[1] = (header[1] ?? 0) | 0x80;
    this.socket.write(Buffer.concat(masked ? [header, Buffer.alloc(4), payload] : [header, payload]));
  }

  /** Waits until the connection has ended; gives the close code. */
  async ended(): Promise<number | null> {
    await this.#ended;
    return this.closeCode;
  }

  close(): void {
    this.socket.destroy();
  }

  #read(data: Buffer): void {
    this.#received = Buffer.concat([this.#received, data]).subarray(-65_536);
    const at = this.#received.indexOf(0x88);
    if (at < 0 || this.#received.length < at + 4) return;
    this.closeCode = this.#received.readUInt16BE(at + 2);
    this.socket.end();
  }
}
