import { filledBody, type SmsSettings } from '../../core/domain/sms-gateway.ts';
import { type Channel, type ChannelLetter, ChannelProblem } from './channel.ts';

const timeoutMs = 10_000;

/** Text messages by the HTTP gateway that the settings name. It is asked directly: an answer that leads elsewhere is a refusal. */
export class SmsGateway implements Channel {
  readonly #settings: SmsSettings;
  readonly #timeoutMs: number;

  constructor(settings: SmsSettings, patienceMs = timeoutMs) {
    this.#settings = settings;
    this.#timeoutMs = patienceMs;
  }

  async deliver({ to, text }: ChannelLetter): Promise<void> {
    const { url, header, body, sender = '' } = this.#settings;
    let status: number;
    try {
      const reply = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(header === null ? {} : { [header.name]: header.value }) },
        body: JSON.stringify(filledBody(body, { to, text, sender })),
        redirect: 'manual',
        signal: AbortSignal.timeout(this.#timeoutMs),
      });
      status = reply.status;
      // Nothing of it is read: what a gateway says at length is for its own pages.
      await reply.body?.cancel();
    } catch (error) {
      throw new ChannelProblem(error instanceof DOMException && error.name === 'TimeoutError' ? 'TIMEOUT' : 'UNREACHABLE');
    }
    if (status >= 200 && status < 300) return;
    throw new ChannelProblem(faultOf(status), String(status));
  }
}

/** A gateway that has too much to do, or does not know this house, may take the letter later; what is wrong with the letter itself stays wrong. */
function faultOf(status: number): 'SIGN_IN' | 'REFUSED' | 'FAILED' {
  if (status === 401 || status === 403) return 'SIGN_IN';
  return status >= 400 && status < 500 && status !== 408 && status !== 425 && status !== 429 ? 'REFUSED' : 'FAILED';
}
