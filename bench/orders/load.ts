import { connect } from 'node:net';

/**
 * Child process: closed-loop load over raw keep-alive connections, one request in flight on each. Small on purpose: the
 * less it costs, the more of the machine is the server's. Talks to the bench over IPC.
 */
export interface LoadPlan {
  readonly port: number;
  readonly path: string;
  readonly connections: number;
  /** Used in turn by the connections: token and body. */
  readonly senders: readonly { readonly token: string; readonly body: string }[];
  readonly warmUpMs: number;
  readonly measuredMs: number;
}

export interface LoadResult {
  readonly requests: number;
  /** Replies other than 200. */
  readonly refused: number;
  readonly firstRefusal: string;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly elapsedMs: number;
}

function run(plan: LoadPlan): void {
  const latencies: number[] = [];
  let refused = 0;
  let firstRefusal = '';
  let measuring = false;
  let running = true;

  const startConnection = (index: number): void => {
    const sender = plan.senders[index % plan.senders.length];
    if (sender === undefined) return;
    const { body, token } = sender;
    const request = Buffer.from(
      `POST ${plan.path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${token}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
    const socket = connect(plan.port, '127.0.0.1');
    socket.setNoDelay(true);
    let sentMs = 0;
    let received = '';
    const send = (): void => {
      sentMs = performance.now();
      socket.write(request);
    };
    socket.on('connect', send);
    socket.on('data', (data) => {
      received += data.toString('latin1');
      const end = received.indexOf('\r\n\r\n');
      if (end < 0) return;
      const length = Number(/content-length: (\d+)/i.exec(received)?.[1] ?? 0);
      if (received.length < end + 4 + length) return;
      if (measuring) {
        latencies.push(performance.now() - sentMs);
        if (!received.startsWith('HTTP/1.1 200')) {
          refused++;
          if (firstRefusal === '') firstRefusal = received.slice(end + 4, end + 300);
        }
      }
      received = '';
      if (running) send();
      else socket.destroy();
    });
    socket.on('error', () => socket.destroy());
  };

  for (let index = 0; index < plan.connections; index++) startConnection(index);
  setTimeout(() => {
    measuring = true;
    const startMs = performance.now();
    process.send?.('measuring');
    setTimeout(() => {
      measuring = false;
      running = false;
      latencies.sort((a, b) => a - b);
      const at = (share: number): number => latencies[Math.floor(latencies.length * share)] ?? 0;
      const elapsedMs = performance.now() - startMs;
      const result: LoadResult = { requests: latencies.length, refused, firstRefusal, p50Ms: at(0.5), p99Ms: at(0.99), elapsedMs };
      process.send?.(result, () => process.exit(0));
    }, plan.measuredMs);
  }, plan.warmUpMs);
}

process.once('message', (plan) => run(plan as LoadPlan));
