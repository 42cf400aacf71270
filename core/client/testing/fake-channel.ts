type Receiver = ((event: MessageEvent) => void) | null;

/** Channels of one browser: what one posts, the others receive at once. */
export class FakeChannels {
  readonly #channels: FakeChannel[] = [];

  open(): FakeChannel {
    const channel = new FakeChannel((data, from) => {
      for (const one of this.#channels) if (one !== from) one.onmessage?.({ data: structuredClone(data) } as MessageEvent);
    });
    this.#channels.push(channel);
    return channel;
  }
}

class FakeChannel {
  readonly #send: (data: unknown, from: FakeChannel) => void;
  onmessage: Receiver = null;

  constructor(send: (data: unknown, from: FakeChannel) => void) {
    this.#send = send;
  }

  postMessage(data: unknown): void {
    this.#send(data, this);
  }

  close(): void {
    this.onmessage = null;
  }
}
