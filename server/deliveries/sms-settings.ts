/** The gateway that text messages go by. */
export interface SmsSettings {
  /** https, or http on this machine. */
  readonly url: string;
  /** What opens it, such as `Authorization: Bearer …`. */
  readonly header: { readonly name: string; readonly value: string } | null;
  /** JSON of the gateway's own shape, with `{to}` and `{text}` in its texts. */
  readonly body: SmsBody;
}

export type SmsBody = null | boolean | number | string | readonly SmsBody[] | { readonly [name: string]: SmsBody };

/** The address, plain: who opens the gateway stands in the header. */
export function isSmsUrl(text: string, isLoopback: (host: string) => boolean): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password, hash } = new URL(text);
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname.replace(/^\[(.*)\]$/, '$1')));
  return isSafe && username === '' && password === '' && hash === '';
}

/** `Name: value`; undefined for what is none. */
export function smsHeader(text: string): SmsSettings['header'] | undefined {
  if (text === '') return null;
  const [, name, value] = /^([A-Za-z0-9-]{1,64}):[ \t]*([\x21-\x7e][\x20-\x7e]{0,1999})$/.exec(text) ?? [];
  return name === undefined || value === undefined ? undefined : { name, value };
}

/** Undefined for what is no JSON, or has no place for the number or the text. */
export function smsBody(text: string): SmsBody | undefined {
  try {
    const body = JSON.parse(text) as SmsBody;
    const [to, words] = ['\u{1}', '\u{2}'].map((mark) => JSON.stringify(mark).slice(1, -1)) as [string, string];
    const probe = JSON.stringify(filledBody(body, { to: '\u{1}', text: '\u{2}' }));
    return probe.includes(to) && probe.includes(words) ? body : undefined;
  } catch {
    return undefined;
  }
}

/** Only whole texts of the JSON are filled in, so no letter can change its shape. */
export function filledBody(body: SmsBody, values: { readonly to: string; readonly text: string }): SmsBody {
  if (typeof body === 'string') return body.replaceAll(/\{(to|text)\}/g, (_, name: 'to' | 'text') => values[name]);
  if (body === null || typeof body !== 'object') return body;
  if (Array.isArray(body)) return body.map((one: SmsBody) => filledBody(one, values));
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, filledBody(value as SmsBody, values)]));
}
