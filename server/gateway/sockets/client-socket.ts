import type { WebSocket } from 'ws';
import { closeCodes } from './close-codes.ts';

/** Text frames a second beyond which a socket is closed. */
const framesPerSecond = 100;

interface SocketEvents {
  /** A text frame that is neither `ping` nor `pong`. */
  text(text: string): void;
  pong(): void;
  closed(): void;
}

/** Common manners of all sockets: text only, `ping` answered, `pong` ignored, a limit of frames. Errors end the socket and nothing else. */
export function attendSocket(socket: WebSocket, nowMs: () => number, events: SocketEvents): void {
  let windowMs = 0;
  let frames = 0;
  socket.on('message', (data, isBinary) => {
    const second = Math.floor(nowMs() / 1000);
    frames = second === windowMs ? frames + 1 : 1;
    windowMs = second;
    const text = data.toString();
    if (frames > framesPerSecond) socket.close(closeCodes.policy, 'too many frames');
    else if (isBinary) socket.close(closeCodes.unsupportedData, 'text frames only');
    else if (text === 'ping') socket.send('pong');
    else if (text !== 'pong') events.text(text);
  });
  socket.on('pong', () => events.pong());
  // `ws` closes the socket with the right code itself; without a listener the error would end the process.
  socket.on('error', () => undefined);
  socket.on('close', () => events.closed());
}

/** Parses a frame; undefined after it has closed the socket because the text is no JSON. */
export function parseFrame(socket: WebSocket, text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    socket.close(closeCodes.invalidPayload, 'not JSON');
    return undefined;
  }
}
